import type { Editor } from '../../actors/editor.ts';
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
  /** Something that is required is missing. */
  readonly isIncomplete?: boolean;
  /** It can be saved although nothing was changed. */
  readonly isFilled?: boolean;
}

/** The foot of a form: conflict, failure, unsaved changes, and the button that saves. */
export function EditorFoot<Value extends object>(props: EditorFootProps<Value>) {
  const { editor, label, savedText = 'Saved.', fields, isIncomplete = false, isFilled = false } = props;
  const { value, theirs, conflicts, failure } = editor;
  const textOf = props.textOf ?? ((of: Value, field: keyof Value & string) => String(of[field] ?? ''));
  const isBlocked = conflicts.length > 0 || editor.secondsLeft > 0 || editor.isOffline;
  return (
    <>
      <ConflictNotice
        conflicts={
          value === null || theirs === null
            ? []
            : conflicts.map((field) => ({
                field,
                label: fields[field],
                mine: textOf(value, field),
                theirs: textOf(theirs, field),
              }))
        }
        onChoose={(field, side) => {
          const name = conflicts.find((each) => each === field);
          if (name !== undefined) editor.choose(name, side);
        }}
      />
      <FormError failure={failure} secondsLeft={editor.secondsLeft} fields={Object.keys(fields)} />
      <EditorNotice editor={editor} />
      <p role="status" className="text-green empty:hidden">
        {editor.isSaved && !editor.isDirty ? savedText : ''}
      </p>
      <div className="max-w-xl desk:justify-self-start desk:min-w-60">
        <SubmitButton
          label={label}
          isBusy={editor.isSaving}
          wait={editor.wait}
          isDisabled={isBlocked || isIncomplete || !(editor.isDirty || isFilled)}
        />
      </div>
    </>
  );
}
