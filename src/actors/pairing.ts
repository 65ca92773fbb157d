import { useEffect, useEffectEvent, useState } from 'react';
import { listRecorders } from '#contract/calls/account';
import { createPairingCode } from '#contract/calls/recorders';
import { pairingCodeLifetime } from '#contract/constants';
import type { PairingCode, Recorder } from '#contract/entities/recorder';
import { type Mutation, useMutation } from './mutation.ts';
import { type PasswordProof, usePasswordProof } from './password-proof.ts';
import { useRead } from './read.tsx';
import { useWatchedReads } from './watched-reads.ts';
import { useWrite } from './write.ts';

interface Pairing extends Mutation<undefined, PairingCode> {
  /** The name of the recorder that used the last code; null before. */
  readonly connected: string | null;
  readonly proof: PasswordProof;
}

/** A code that connects a recorder, until one is connected with it: a code works once. */
export function usePairing(): Pairing {
  const createCode = useWrite(createPairingCode);
  const proof = usePasswordProof();
  const { value: recorders } = useRead({ call: listRecorders });
  const [connected, setConnected] = useState<string | null>(null);
  const mutation = useMutation({
    run: (_: undefined, __, signal) => proof.prove(signal, () => createCode({ signal })),
    onDone: () => setConnected(null),
  });
  const { value: code, reset } = mutation;
  useWatchedReads(code !== null, [{ call: listRecorders }]);
  const user = code === null ? undefined : recorders?.find((recorder) => isPairedBy(code, recorder));
  const name = user?.name ?? null;
  const handleConnected = useEffectEvent((of: string) => {
    setConnected(of);
    reset();
  });
  useEffect(() => {
    if (name !== null) handleConnected(name);
  }, [name]);
  return { ...mutation, connected, proof };
}

/** A new code replaces the one before it, so a recorder that is younger than the code was connected with it. */
function isPairedBy({ expiresAt }: PairingCode, { createdAt }: Recorder): boolean {
  return Date.parse(createdAt) >= Date.parse(expiresAt) - pairingCodeLifetime;
}
