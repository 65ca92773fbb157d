/** Describes a file without a readable session by its first bytes; null if unknown. */
export function kindOfBytes(start: Uint8Array): string | null {
  const found = signatures.find(([signature]) => signature.every((byte, index) => start[index] === byte));
  return found?.[1] ?? null;
}

const chars = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const image = 'it is an image: type or paste the result into “Enter result” of an event';
const networkCapture = 'it is a network capture: play it with the recorder, --replay FILE';

const signatures: readonly (readonly [signature: readonly number[], kind: string])[] = [
  [[0x89, ...chars('PNG')], image],
  [[0xff, 0xd8, 0xff], image],
  [chars('GIF8'), image],
  [chars('RIFF'), 'it is an image, a sound or a video'],
  [chars('%PDF'), 'it is a PDF: copy the result into “Enter result” of an event'],
  [chars('Rar!'), 'it is a RAR archive: unpack it first'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'it is a 7z archive: unpack it first'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'it is packed with zstd: unpack it first'],
  [chars('MZ'), 'it is a program'],
  [chars('SQLite format 3'), 'it is a database'],
  [[0xd4, 0xc3, 0xb2, 0xa1], networkCapture],
  [[0xa1, 0xb2, 0xc3, 0xd4], networkCapture],
  [[0x4d, 0x3c, 0xb2, 0xa1], networkCapture],
  [[0x0a, 0x0d, 0x0d, 0x0a], networkCapture],
];

/** The results of other simulations, by names of fields in their files. */
const simulations: readonly (readonly [fields: readonly string[], name: string])[] = [
  [['sessionResult', 'trackName'], 'Assetto Corsa Competizione'],
  [['TrackName', 'Cars', 'Result'], 'Assetto Corsa'],
  [['subsession_id'], 'iRacing'],
  [['session_results'], 'iRacing'],
  [['Server', 'Track', 'Sessions'], 'RaceRoom'],
];

/** Describes a JSON object without a readable session; null if unknown. */
export function kindOfFields(fields: Readonly<Record<string, unknown>>): string | null {
  const simulation = simulations.find(([names]) => names.every((name) => name in fields))?.[1];
  if (simulation !== undefined) return `it is a result of ${simulation}: only sessions of the F1 games are read`;
  if ('exportedAt' in fields) return 'it is the export of an account of Pitboard, and its sessions are on that server';
  if ('standings' in fields) return 'it is a season of Pitboard, and no session';
  if ('sessions' in fields) return 'it is a list of sessions of Pitboard: save the sessions themselves';
  if (fields['type'] === 'snapshot') return 'it is a recording of a live race: play it with npm run replay';
  return null;
}

/** Describes a text that is not JSON; null if unknown. */
export function kindOfText(text: string): string | null {
  const start = text.slice(0, 2_000).trimStart();
  if (/^<\?xml[\s\S]*<rFactorXML|^<rFactorXML/u.test(start))
    return 'it is a result of rFactor 2 or Le Mans Ultimate: only sessions of the F1 games are read';
  if (/^<(?:!doctype html|html)/iu.test(start))
    return 'it is a web page: paste its table into “Enter result” of an event';
  if (start.startsWith('<')) return 'it is XML, and no session of the F1 games';
  const lines = start.split(/\r?\n/u).filter((line) => line !== '');
  const cells = (line: string) => line.split(/[,;\t]/u).length;
  const [first = '', second = ''] = lines;
  if (cells(first) > 1 && cells(first) === cells(second))
    return 'it is a table, and no session: paste it into “Enter result” of an event';
  return null;
}
