import { getNoticeSettings, listNotices } from '#contract/calls/account';
import { setNoticeSettings } from '#contract/calls/notices';
import type { Notice, NoticeList } from '#contract/entities/notice';
import { useMutation } from '../../actors/mutation.ts';
import { useReadNotices } from '../../actors/notices.ts';
import { useRead } from '../../actors/read.tsx';
import { useWrite } from '../../actors/write.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { Heading } from '../../components/Heading.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';
import { formatInstant, formatStart } from '../../format/date.ts';
import { SectionCard } from '../dashboard/seasons/SectionCard.tsx';
import { NoticeSettingsForm } from './NoticeSettingsForm.tsx';

/** What a user was told, and by what they are told. */
export function NoticesPage() {
  const read = useRead({ call: listNotices });
  const settings = useRead({ call: getNoticeSettings });
  return (
    <div className="stack gap-5">
      <Heading title="Notices">Notices</Heading>
      <div className="stack items-start gap-5 wide:grid-cols-[minmax(0,1fr)_440px]">
        <ReadView read={read} isPart skeleton={<SkeletonCards count={3} height={88} />}>
          {(list) => <Inbox list={list} />}
        </ReadView>
        <SectionCard id="settings" title="What you are told by">
          <ReadView read={settings} isPart withAge={false} skeleton={<SkeletonCards count={2} height={160} />}>
            {(value) => <NoticeSettingsForm settings={value} />}
          </ReadView>
        </SectionCard>
      </div>
    </div>
  );
}

function Inbox({ list }: { list: NoticeList }) {
  const fresh = useReadNotices(list);
  if (list.notices.length === 0)
    return (
      <p className="card p-4 text-mute">
        Nothing yet. Here you read when a race of yours is live, a seat is yours, the stewards have ruled on you, or
        standings are official.
      </p>
    );
  return (
    <ul className="card grid">
      {list.notices.map((notice) => (
        <li key={notice.id} className="border-b border-hair last:border-0">
          <NoticeRow notice={notice} isNew={fresh.has(notice.id) || notice.readAt === null} />
        </li>
      ))}
    </ul>
  );
}

function NoticeRow({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const { title, body, dueAt, path, at } = notice;
  return (
    <div className="grid gap-1 p-4">
      <PageLink href={path} className="grid gap-0.5">
        <span className="flex items-center gap-2 font-650 wrap-anywhere">
          {isNew ? (
            <span className="size-2 shrink-0 rounded-full bg-red">
              <span className="sr-only">New: </span>
            </span>
          ) : null}
          {title}
        </span>
        <span className="wrap-anywhere text-mute">
          {body}
          {dueAt === null ? '' : ` · ${formatStart(dueAt)}`}
        </span>
      </PageLink>
      <p className="flex flex-wrap items-center gap-x-4 text-14 text-mute">
        {formatInstant(at)}
        <TurnOff kind={notice.kind} />
      </p>
    </div>
  );
}

/** Ends the messages of one kind; the inbox goes on to have them. */
function TurnOff({ kind }: { kind: string }) {
  const isSent = useRead({ call: getNoticeSettings }).value?.kinds.some(
    (choice) => choice.kind === kind && (choice.push || choice.mail),
  );
  const write = useWrite(setNoticeSettings);
  const { submit, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (_: undefined, key, signal) =>
      // A kind that this version does not know is one that the server has named.
      write({ body: { kinds: [{ kind: kind as 'answerBy', push: false, mail: false }] }, key, signal }),
  });
  return (
    <>
      {isSent ? (
        <Button kind="link" isBusy={isBusy} onClick={() => submit(undefined)}>
          Don’t send me these
        </Button>
      ) : null}
      <span role="status">{isDone ? 'Not sent any more.' : ''}</span>
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
    </>
  );
}
