import type { Delivery } from '#contract/entities/webhook';
import { useMutation } from '../../../actors/mutation.ts';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { deliveryText } from '../../../format/delivery-text.ts';

interface DeliveryRowProps {
  readonly leagueId: string;
  readonly delivery: Delivery;
  /** The webhook works. */
  readonly canSend: boolean;
}

/** A message to the chat, and how far it is. */
export function DeliveryRow({ leagueId, delivery, canSend }: DeliveryRowProps) {
  const { id, title, state } = delivery;
  const resend = useWrite('resendDelivery');
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
