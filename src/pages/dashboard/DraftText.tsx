import { useOpenDrafts } from '../../actors/draft-store.ts';
import { draftTexts } from '../../actors/draft-texts.ts';
import { Button } from '../../components/Button.tsx';

interface DraftTextProps {
  readonly owner: string;
  readonly draft: {
    readonly form: string;
    readonly entityId: string | null;
    readonly title: string;
    readonly value: unknown;
  };
  /** Where it can be continued; null where that is gone, and the whole text is shown to be copied. */
  readonly href: string | null;
}

/** An unsaved draft, with a button to discard it. */
export function DraftText({ owner, draft: { form, entityId, title, value }, href }: DraftTextProps) {
  const openDrafts = useOpenDrafts();
  const texts = draftTexts(value).join(' · ');
  return (
    <li className="flex min-h-13 items-center gap-3 border-b border-line">
      {href === null ? (
        <div className="grid min-w-0 flex-1 gap-0.5 py-1.5">
          <bdi className="font-650 wrap-anywhere">{title}</bdi>
          <bdi className="text-14 wrap-anywhere whitespace-pre-wrap text-mute empty:hidden">{texts}</bdi>
        </div>
      ) : (
        <a href={href} aria-label={title} className="stack min-h-11 min-w-0 flex-1 content-center py-1.5">
          <bdi className="truncate font-650">{title}</bdi>
          <bdi className="line-clamp-2 text-14 wrap-anywhere text-mute empty:hidden">{texts}</bdi>
        </a>
      )}
      <Button
        aria-label={`Discard the changes to ${title}`}
        onClick={() => {
          openDrafts()
            .then((opened) => opened.remove({ owner, form, entityId }))
            .catch(() => undefined);
        }}
      >
        Discard
      </Button>
    </li>
  );
}
