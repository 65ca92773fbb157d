import * as v from 'valibot';
import { hasUnseen, readableLine, readableText } from '../text/readable-text.ts';

/** How the texts of bodies are made readable before they are stored. Stored ones are read as they are. */

const seen = v.check<string, string>((text) => !hasUnseen(text), 'must not hold characters that nobody sees');

/** A name that a person types; in one that is recorded, such characters are left out instead. */
export function typedName<Name extends v.GenericSchema<string, string>>(name: Name) {
  return v.pipe(name, seen, v.transform(readableLine));
}

/** A web address that a person types. */
export function typedAddress<Address extends v.GenericSchema<string, string>>(address: Address) {
  return v.pipe(address, seen);
}

/** A text that a person writes or pastes. */
export function typedText<Text extends v.GenericSchema<string, string>>(text: Text) {
  return v.pipe(text, v.transform(readableText));
}

/** A name in a list that is stored as a whole: one that is older than this rule may hold such characters. */
export function listedName<Name extends v.GenericSchema<string, string>>(name: Name) {
  return v.pipe(
    name,
    v.transform(readableLine),
    v.check((line) => line !== '', 'must not be empty'),
  );
}

/** What the game or another player wrote, without what nobody sees; null when nothing is left. */
export function recordedLine(line: string | null): string | null {
  return line === null ? null : readableLine(line) || null;
}
