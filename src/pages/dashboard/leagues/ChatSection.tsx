import { getWebhook } from '#contract/calls/leagues';
import { deleteWebhook, resendDelivery, testWebhook } from '#contract/calls/webhook';
import type { Delivery, LeagueWebhook } from '#contract/entities/webhook';
import { useMutation } from '../../../actors/mutation.ts';
import { useRead } from '../../../actors/read.tsx';
import { useWatchedReads } from '../../../actors/watched-reads.ts';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { formatInstant } from '../../../format/date.ts';
import { ConfirmedWrite } from '../seasons/ConfirmedWrite.tsx';
import { deliveryText } from './delivery-text.ts';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookSwitches } from './WebhookSwitches.tsx';

interface ChatProps {
  readonly leagueId: string;
}

/** A league's posts in its Discord channel, and their status. */
export function ChatSection({ leagueId }: ChatProps) {
  const read = useRead({ call: getWebhook, params: { leagueId } });
  return (
    <ReadView isPart read={read} skeleton={<Skeleton height={200} />}>
      {(webhook) =>
        webhook.ending === null ? (
          <>
            <p className="text-mute">
              Pitboard can post official standings and results in a channel of your Discord server, and remind everybody
              of the next event the day before.
            </p>
            <WebhookForm leagueId={leagueId} isFirst />
          </>
        ) : (
          <Connected leagueId={leagueId} webhook={webhook} />
        )
      }
    </ReadView>
  );
}

function Connected({ leagueId, webhook }: ChatProps & { webhook: LeagueWebhook }) {
  const { ending, goneAt, deliveries } = webhook;
  const removeWebhook = useWrite(deleteWebhook);
  useWatchedReads(
    deliveries.some(({ state }) => state === 'waiting' || state === 'sending'),
    [{ call: getWebhook, params: { leagueId } }],
  );
  return (
    <>
      {goneAt === null ? (
        <p>The webhook is set; its address ends with {ending}.</p>
      ) : (
        <p role="alert" className="rounded-8 border border-amber p-3">
          Discord doesn’t know this webhook any more since {formatInstant(goneAt)}: somebody has deleted it there.
          Nothing is sent until you set another one.
        </p>
      )}
      {goneAt === null ? (
        <>
          <WebhookSwitches leagueId={leagueId} webhook={webhook} />
          <TestButton leagueId={leagueId} />
        </>
      ) : null}
      {goneAt === null ? null : <WebhookForm leagueId={leagueId} isFirst={false} />}
      {deliveries.length === 0 ? null : (
        <div className="grid gap-2">
          <h3 className="font-650">Latest messages</h3>
          <ul className="grid border-t border-line">
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} leagueId={leagueId} delivery={delivery} canSend={goneAt === null} />
            ))}
          </ul>
        </div>
      )}
      {goneAt === null ? <WebhookForm leagueId={leagueId} isFirst={false} /> : null}
      <div className="flex flex-wrap gap-2">
        <ConfirmedWrite
          label="Remove webhook"
          question="Nothing more is posted, and messages that wait are not sent. The webhook stays in Discord until you delete it there."
          confirmLabel="Remove webhook"
          write={(key, signal) => removeWebhook({ params: { leagueId }, key, signal })}
        />
      </div>
    </>
  );
}

function TestButton({ leagueId }: ChatProps) {
  const send = useWrite(testWebhook);
  const { submit, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (_: undefined, key, signal) => send({ params: { leagueId }, key, signal }),
  });
  return (
    <div className="grid justify-items-start gap-2">
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
      <Button isBusy={isBusy} isDisabled={secondsLeft > 0} onClick={() => submit(undefined)}>
        Send a test message
      </Button>
      <p role="status" className="text-14 text-mute empty:hidden">
        {isDone ? 'The test message is on its way: see the latest messages.' : ''}
      </p>
    </div>
  );
}

interface DeliveryRowProps {
  readonly leagueId: string;
  readonly delivery: Delivery;
  /** The webhook works. */
  readonly canSend: boolean;
}

/** A message to the chat, and how far it is. */
function DeliveryRow({ leagueId, delivery, canSend }: DeliveryRowProps) {
  const { id, title, state } = delivery;
  const resend = useWrite(resendDelivery);
  const { submit, isBusy, failure, secondsLeft, wait } = useMutation({
    run: (_: undefined, key, signal) => resend({ params: { leagueId, deliveryId: id }, key, signal }),
  });
  const isOpen = state === 'failed' || state === 'unknown';
  return (
    <li className="grid gap-2 border-b border-line py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="grid min-w-0 flex-1 basis-52 gap-0.5">
          <bdi className="wrap-anywhere">{title}</bdi>
          <span className={`text-14 ${isOpen ? 'text-amber' : 'text-mute'}`}>{deliveryText(delivery)}</span>
        </span>
        {isOpen && canSend ? (
          <Button
            className="shrink-0"
            aria-label={`Send again: ${title}`}
            isBusy={isBusy}
            isDisabled={secondsLeft > 0}
            onClick={() => submit(undefined)}
          >
            Send again
          </Button>
        ) : null}
      </div>
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
    </li>
  );
}
