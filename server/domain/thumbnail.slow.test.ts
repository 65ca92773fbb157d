import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { convertThumbnail } from './thumbnail.ts';

const root = join(import.meta.dirname, '../..');
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const script = '<script>alert(document.domain)</script>';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The header of a grey PNG; its pixels need not follow. */
function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 0, 0, 0, 0], 8);
  return chunk('IHDR', data);
}

/** A grey PNG with other chunks before its pixels; `rows` pixel rows are present. */
function png(width: number, height: number, extra: readonly Buffer[] = [], rows = height): Buffer {
  const pixels = deflateSync(Buffer.alloc(rows * (width + 1), 0));
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([pngSignature, header(width, height), ...extra, chunk('IDAT', pixels), end]);
}

type Format = 'png' | 'jpeg' | 'webp';

function image(format: Format, width = 640, height = 320) {
  return sharp({ create: { width, height, channels: 3, background: '#b71c1c' } }).toFormat(format);
}

const bytesOf = (format: Format, width?: number, height?: number) => image(format, width, height).toBuffer();

/** A comment segment of a JPEG, right behind its first marker. */
async function jpegWith(comment: string): Promise<Buffer> {
  const jpeg = await bytesOf('jpeg');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(comment.length + 2);
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe]), length, Buffer.from(comment, 'latin1')]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

/** A WebP whose header announces a canvas, with the frame of a small one. */
async function webpCanvas(side: number): Promise<Buffer> {
  const still = await image('webp', 16, 16).toBuffer();
  const frame = still.subarray(12);
  const extended = Buffer.alloc(18);
  extended.write('VP8X', 0, 'latin1');
  extended.writeUInt32LE(10, 4);
  extended.writeUIntLE(side - 1, 12, 3);
  extended.writeUIntLE(side - 1, 15, 3);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(4 + extended.length + frame.length);
  return Buffer.concat([Buffer.from('RIFF'), size, Buffer.from('WEBP'), extended, frame]);
}

async function animated(frames: number): Promise<Buffer> {
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({ create: { width: 32, height: 32, channels: 3, background: { r: index * 20, g: 0, b: 0 } } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(pages, { join: { animated: true } })
    .webp({ loop: 0, delay: 100 })
    .toBuffer();
}

function changed(bytes: Buffer, index: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[index] = (copy[index] ?? 0) ^ 0xff;
  return copy;
}

const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));
const text = (content: string) => Buffer.from(content, 'latin1');

type Make = () => Buffer | Promise<Buffer>;

/** Images that are accepted, with other data in their files. */
const accepted: Readonly<Record<string, Make>> = {
  'a PNG': () => bytesOf('png'),
  'a JPEG': () => bytesOf('jpeg'),
  'a WebP': () => bytesOf('webp'),
  'a lossless WebP': () => image('webp').webp({ lossless: true }).toBuffer(),
  'a progressive JPEG': () => image('jpeg').jpeg({ progressive: true }).toBuffer(),
  'a JPEG of four inks': () => image('jpeg').toColourspace('cmyk').jpeg().toBuffer(),
  'a grey PNG of a hand-made file': () => png(40, 30),
  'a PNG of 16 bits': () => image('png').toColourspace('rgb16').png().toBuffer(),
  'a PNG with a palette': () => image('png').png({ palette: true }).toBuffer(),
  'a transparent PNG': () =>
    sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
      .png()
      .toBuffer(),
  'one pixel': () => png(1, 1),
  'a line as wide as allowed': () => bytesOf('png', 4_096, 1),
  'as many pixels as allowed': () => png(4_000, 4_000),
  'a turned JPEG with a place': () =>
    image('jpeg')
      .withMetadata({ orientation: 6 })
      .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
      .toBuffer(),
  'an animated WebP, of which the first frame counts': () => animated(5),
  'a PNG that a page follows': async () => Buffer.concat([await bytesOf('png'), text(script)]),
  'a PNG that an archive follows': async () =>
    Buffer.concat([await bytesOf('png'), text('PK\x03\x04'), randomBytes(99)]),
  'a JPEG that a page follows': async () => Buffer.concat([await bytesOf('jpeg'), text(script)]),
  'a JPEG with a script as its comment': () => jpegWith(`*/=alert(1)/*${script}`),
  'a WebP that a page follows': async () => Buffer.concat([await bytesOf('webp'), text(script)]),
  'a PNG with a page as its text': () => png(40, 30, [chunk('tEXt', text(`Comment\0${script}`))]),
  'a PNG with a text of 50 MB in 50 kB': () =>
    png(40, 30, [chunk('zTXt', Buffer.concat([text('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000))]))]),
};

const formatRefused = 'must be a png, jpeg or webp image';
const damaged = 'is a damaged image';

/** Images that are refused, with the reason. */
const refused: Readonly<Record<string, readonly [make: Make, message: string]>> = {
  nothing: [() => Buffer.alloc(0), 'must contain an image'],
  'an SVG': [() => text(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`), formatRefused],
  'an SVG with an entity bomb': [
    () => text('<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><svg>&b;</svg>'),
    formatRefused,
  ],
  'an SVG that reads a file': [
    () => text('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    formatRefused,
  ],
  'a page': [() => text(`<!doctype html>${script}`), formatRefused],
  'a page with a PNG behind it': [async () => Buffer.concat([text(script), await bytesOf('png')]), formatRefused],
  'a GIF': [
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
        .gif()
        .toBuffer(),
    formatRefused,
  ],
  'a TIFF': [
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
        .tiff()
        .toBuffer(),
    formatRefused,
  ],
  'a bitmap': [() => Buffer.concat([text('BM'), Buffer.alloc(60)]), formatRefused],
  'an icon': [() => Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0]), formatRefused],
  'a PDF': [() => text('%PDF-1.7\n1 0 obj'), formatRefused],
  'an archive': [() => text('PK\x03\x04content'), formatRefused],
  'a sound in a RIFF': [() => text('RIFF\x10\x00\x00\x00WAVEfmt '), formatRefused],
  'half of a signature': [() => pngSignature.subarray(0, 4), formatRefused],
  'noise behind the signature of a PNG': [() => Buffer.concat([pngSignature, randomBytes(400)]), damaged],
  'noise behind the signature of a JPEG': [
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(400)]),
    damaged,
  ],
  'noise behind the signature of a WebP': [
    () => Buffer.concat([text('RIFF\xff\x00\x00\x00WEBP'), randomBytes(400)]),
    damaged,
  ],
  'a GIF behind the signature of a JPEG': [
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), text('GIF89a')]),
    damaged,
  ],
  'a PNG that is cut off': [async () => cut(await bytesOf('png'), 0.5), damaged],
  'a JPEG that is cut off': [async () => cut(await bytesOf('jpeg'), 0.6), damaged],
  'a WebP that is cut off': [async () => cut(await bytesOf('webp'), 0.5), damaged],
  'a PNG with a wrong checksum': [async () => changed(png(40, 30), 20), damaged],
  'a PNG with too few rows': [() => png(40, 30, [], 3), damaged],
  'a PNG without pixels': [
    () => Buffer.concat([pngSignature, header(40, 30), chunk('IEND', Buffer.alloc(0))]),
    damaged,
  ],
  'a side of 4,097 px': [() => bytesOf('png', 4_097, 1), 'must have at most 4096 px a side'],
  'a side of 20,000 px': [() => bytesOf('png', 20_000, 1), 'must have at most 4096 px a side'],
  'a height of 20,000 px': [() => bytesOf('jpeg', 1, 20_000), 'must have at most 4096 px a side'],
  'a header of 20,000 by 20,000 px': [() => png(20_000, 20_000, [], 1), 'must have at most 16 million pixels'],
  'a header of two milliard pixels a side': [() => png(2_147_483_647, 2_147_483_647, [], 0), damaged],
  'one row more than 16 million pixels': [() => png(4_000, 4_001), 'must have at most 16 million pixels'],
  'a small file of 16 Mpx and more': [() => png(4_096, 4_096), 'must have at most 16 million pixels'],
  'a WebP with the canvas of a giant': [() => webpCanvas(16_384), damaged],
  'more than 2 MiB': [() => Buffer.concat([pngSignature, randomBytes(2_100_000)]), 'must have at most 2 MiB'],
};

async function verdictOf(bytes: Buffer): Promise<unknown> {
  try {
    return await convertThumbnail(bytes.toString('base64'));
  } catch (error) {
    return Object(error).errors ?? error;
  }
}

describe('a picture is stored as a small webp of one frame, and nothing else of its file is kept', () => {
  test.each(Object.keys(accepted))('%s', async (name) => {
    const stored = await verdictOf((await accepted[name]?.()) ?? Buffer.alloc(0));
    expect(stored).toBeInstanceOf(Buffer);
    const bytes = stored as Buffer;
    const { format, width, height, pages, exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    expect({ format, pages, exif, icc, xmp, orientation }).toEqual({ format: 'webp' });
    expect([width <= 512, height <= 512]).toEqual([true, true]);
    expect(bytes.toString('latin1')).not.toMatch(/<|PK|GPS|Comment/);
  });

  test('a photo is turned upright', async () => {
    const stored = (await verdictOf((await accepted['a turned JPEG with a place']?.()) ?? Buffer.alloc(0))) as Buffer;
    const { width, height } = await sharp(stored).metadata();
    expect([width, height]).toEqual([256, 512]);
  });
});

describe('what is no picture is refused with the reason at its field', () => {
  test.each(Object.keys(refused))('%s', async (name) => {
    const [make, message] = refused[name] ?? [() => Buffer.alloc(0), ''];
    expect(await verdictOf(await make())).toEqual([{ path: 'thumbnailBase64', message }]);
  });
});

/** How much the memory of a new process grows while it converts a picture, in kB; a small one is converted before. */
function memoryOf(picture: Buffer, small: Buffer): number {
  const program = `
    import { readFileSync } from 'node:fs';
    import { text } from 'node:stream/consumers';
    import { convertThumbnail } from './server/domain/thumbnail.ts';
    const [small, picture] = JSON.parse(await text(process.stdin));
    await convertThumbnail(small);
    // Not resourceUsage: its maximum begins with that of the process that starts this one.
    const highest = () => Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
    const before = highest();
    await convertThumbnail(picture);
    console.log(highest() - before);`;
  const input = JSON.stringify([small.toString('base64'), picture.toString('base64')]);
  const parameters = ['--import', 'tsx', '--input-type=module', '-e', program];
  const { stdout, stderr } = spawnSync(process.execPath, parameters, { cwd: root, input, encoding: 'utf8' });
  expect(stderr).toBe('');
  return Number(stdout);
}

/** These have to be decoded as a whole before they can be made smaller. */
test.each(['png', 'jpeg'] as const)(
  'the largest %s of several passes takes at most 150 MB to convert',
  async (format) => {
    const largest = sharp({ create: { width: 4_000, height: 4_000, channels: 4, background: '#1234' } });
    const picture = await largest.toFormat(format, { progressive: true }).toBuffer();
    const grown = memoryOf(picture, await bytesOf(format, 8, 8));
    expect(grown).toBeGreaterThan(0);
    expect(grown).toBeLessThan(150_000);
  },
);
