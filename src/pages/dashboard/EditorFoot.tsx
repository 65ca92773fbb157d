import type { Conflict, Editor } from '../../actors/editor.ts';
import { Button } from '../../components/Button.tsx';
import { EditorNotice } from '../../components/form/EditorNotice.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';

interface EditorFootProps<Value extends object> {
  readonly editor: Editor<Value>;
  readonly label: string;
  readonly savedText?: string;
  /** The fields, as a person calls them. */
  readonly fields: Readonly<Record<keyof Value & string, string>>;
  /** A field as a text, for a conflict; by default as it is. */
  readonly textOf?: (value: Value, field: keyof Value & string) => string;
  /** Parts of rows that are texts or numbers, as a person calls them; others are shown as their row. A row is called by its key or `nameOf`. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly nameOf?: (row: string) => string;
  /** Something that is required is missing. */
  readonly isIncomplete?: boolean;
  /** It can be saved although nothing was changed. */
  readonly isFilled?: boolean;
  /** Another way to save, with its label. */
  readonly other?: { readonly label: string; readonly onSave: () => void };
}

/** The foot of a form: conflict, failure, unsaved changes, and the button that saves. */
export function EditorFoot<Value extends object>(props: EditorFootProps<Value>) {
  const { editor, label, savedText = 'Saved.', fields, isIncomplete = false, isFilled = false, other } = props;
  const { conflicts, failure } = editor;
  const isBlocked = conflicts.length > 0 || editor.secondsLeft > 0 || editor.isOffline;
  const isDisabled = isBlocked || isIncomplete || !(editor.isDirty || isFilled);
  return (
    <>
      <ConflictNotice
        changedIn={editor.changedIn}
        conflicts={conflicts.map((conflict) => ({
          label: labelOf(conflict, props),
          mine: sideText(conflict, conflict.mine, props),
          theirs: sideText(conflict, conflict.theirs, props),
          onChoose: (side) => editor.choose(conflict.place, side),
        }))}
      />
      <FormError failure={failure} secondsLeft={editor.secondsLeft} fields={Object.keys(fields)} />
      <EditorNotice editor={editor} />
      <p role="status" className="text-green empty:hidden">
        {editor.isSaved && !editor.isDirty ? savedText : ''}
      </p>
      <div className="grid max-w-xl gap-2 desk:justify-self-start desk:min-w-60">
        <SubmitButton label={label} isBusy={editor.isSaving} wait={editor.wait} isDisabled={isDisabled} />
        {other === undefined ? null : (
          <Button onClick={other.onSave} isDisabled={isDisabled || editor.isSaving}>
            {other.label}
          </Button>
        )}
      </div>
    </>
  );
}

type Words<Value extends object> = Pick<EditorFootProps<Value>, 'fields' | 'textOf' | 'parts' | 'nameOf'>;

function labelOf<Value extends object>(
  { field, row, part }: Conflict<Value>,
  { fields, parts = {}, nameOf = (key) => key }: Words<Value>,
): string {
  const ofRow = row === null ? [] : [nameOf(row), ...(part !== null && parts[part] !== undefined ? [parts[part]] : [])];
  return [fields[field], ...ofRow].join(' · ');
}

/** One side of a conflict as a text: the part alone where that is one value, otherwise the row. */
function sideText<Value extends object>(
  { field, row, part }: Conflict<Value>,
  side: Value,
  { textOf = (of, name) => String(of[name] ?? ''), parts = {} }: Words<Value>,
): string {
  const rows = side[field];
  if (row === null || !Array.isArray(rows)) return textOf(side, field);
  if (rows.length === 0) return 'Removed';
  return part === null || parts[part] === undefined ? textOf(side, field) : String(rows[0]?.[part] ?? '');
}
