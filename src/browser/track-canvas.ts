import { type MapProjection, type Place, placeOf, projectOutline, projectStrip } from '#contract/race/track-geometry';
import { drawCar, drawLabels, drawTrack, type MapCar } from './track-painter.ts';

/** Where the cars come from. The first ones are labelled before the others. */
export interface MapSource {
  readonly subscribe: (listener: () => void) => () => void;
  readonly cars: () => readonly MapCar[];
  /** The colour of the edge of the track, for flags; null for none. */
  readonly tone: () => string | null;
}

export interface TrackMapOptions {
  /** The name of the track, for the text alternative. */
  readonly name: string;
  /** Points at equal parts of the lap, x and z in m; without any, the lap is a straight strip. */
  readonly points: readonly (readonly [number, number])[];
  /** The length of a lap in m. */
  readonly length: number;
  readonly source: MapSource | null;
}

/** A car on its way from one place to the next. */
interface Moving {
  readonly car: MapCar;
  readonly rank: number;
  readonly from: Place;
  readonly to: Place;
  readonly startedAt: number;
}

const padding = 28;
/** Cars take as long to a new place as the data took to come, within these bounds; in ms. */
const shortestMove = 60;
const longestMove = 1_000;
/** With reduced motion cars jump, at most this often; the text changes at most this often. In ms. */
const reducedMotionInterval = 1_000;
const textInterval = 5_000;
/** Draws a track with its cars on a canvas, outside of React, until the returned function is called. */
export function drawTrackMap(canvas: HTMLCanvasElement, options: TrackMapOptions): () => void {
  const map = new TrackMapDrawing(canvas, options);
  return () => map.stop();
}

class TrackMapDrawing {
  readonly #canvas: HTMLCanvasElement;
  readonly #options: TrackMapOptions;
  readonly #hasReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  readonly #cars = new Map<number, Moving>();
  readonly #observer: ResizeObserver;
  readonly #unsubscribe: () => void;
  #projection: MapProjection | null = null;
  #width = 0;
  #height = 0;
  #ratio = 0;
  #font = '';
  #frame = 0;
  #interval = 100;
  #updatedAt = 0;
  #textAt = Number.NEGATIVE_INFINITY;

  constructor(canvas: HTMLCanvasElement, options: TrackMapOptions) {
    this.#canvas = canvas;
    this.#options = options;
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(canvas);
    document.addEventListener('visibilitychange', this.#wake);
    // The font may come later than the first picture.
    document.fonts.addEventListener('loadingdone', this.#wake);
    this.#unsubscribe = options.source?.subscribe(() => this.#update()) ?? (() => undefined);
    this.#resize();
  }

  stop(): void {
    this.#unsubscribe();
    this.#observer.disconnect();
    document.removeEventListener('visibilitychange', this.#wake);
    document.fonts.removeEventListener('loadingdone', this.#wake);
    cancelAnimationFrame(this.#frame);
  }

  readonly #wake = (): void => this.#requestFrame();

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    // A map on a tab that is not shown has no size.
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#ratio = devicePixelRatio;
    this.#font = getComputedStyle(this.#canvas).fontFamily;
    this.#width = clientWidth;
    this.#height = clientHeight;
    this.#canvas.width = Math.round(clientWidth * this.#ratio);
    this.#canvas.height = Math.round(clientHeight * this.#ratio);
    const { points, length } = this.#options;
    const box = { width: clientWidth, height: clientHeight, padding };
    this.#projection = points.length < 3 ? projectStrip(length, box) : projectOutline(points, length, box);
    this.#cars.clear();
    this.#update();
    this.#draw(performance.now());
  }

  /** Takes in where the cars are now. */
  #update(): void {
    const { source, name } = this.#options;
    if (this.#projection === null || source === null) return;
    const now = performance.now();
    if (this.#hasReducedMotion && now - this.#updatedAt < reducedMotionInterval && this.#cars.size > 0) return;
    const since = now - this.#updatedAt;
    if (since < longestMove * 2) this.#interval += (since - this.#interval) * 0.2;
    this.#updatedAt = now;
    const cars = source.cars();
    const present = new Set<number>();
    for (const [index, car] of cars.entries()) {
      const to = placeOf(car, this.#projection);
      if (to === null) continue;
      present.add(car.carIndex);
      const moving = this.#cars.get(car.carIndex);
      const from = moving === undefined || this.#hasReducedMotion || document.hidden ? to : this.#placeAt(moving, now);
      const start = isJump(from, to, this.#width) ? to : from;
      this.#cars.set(car.carIndex, { car, rank: rankOf(car, index), from: start, to, startedAt: now });
    }
    for (const index of this.#cars.keys()) if (!present.has(index)) this.#cars.delete(index);
    if (now - this.#textAt > textInterval) {
      this.#textAt = now;
      this.#canvas.setAttribute(
        'aria-label',
        textOf(
          name,
          cars.filter(({ carIndex }) => present.has(carIndex)),
        ),
      );
    }
    this.#requestFrame();
  }

  #placeAt({ from, to, startedAt }: Moving, now: number): Place {
    const duration = Math.min(longestMove, Math.max(shortestMove, this.#interval * 1.1));
    const part = Math.min(1, Math.max(0, (now - startedAt) / duration));
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  }

  #requestFrame(): void {
    if (this.#frame !== 0 || document.hidden) return;
    this.#frame = requestAnimationFrame((time) => {
      this.#frame = 0;
      if (this.#ratio !== devicePixelRatio) this.#resize();
      else this.#draw(time);
    });
  }

  #draw(now: number): void {
    const context = this.#canvas.getContext('2d');
    if (context === null || this.#projection === null) return;
    context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
    context.clearRect(0, 0, this.#width, this.#height);
    drawTrack(context, this.#projection, this.#options.source?.tone() ?? null);
    const placed = [...this.#cars.values()]
      .sort((one, other) => one.rank - other.rank)
      .map((moving) => ({ car: moving.car, to: moving.to, place: this.#placeAt(moving, now) }));
    // The first are drawn last, on top of the others.
    for (const { car, place } of [...placed].reverse()) drawCar(context, car, place);
    drawLabels(context, placed, { width: this.#width, font: this.#font });
    const isMoving = placed.some(({ to, place }) => place.x !== to.x || place.y !== to.y);
    if (isMoving) this.#requestFrame();
  }
}

/** From one end of a strip to the other, or back on the track: no car drives that way. */
function isJump(from: Place, to: Place, width: number): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > width / 4;
}

function textOf(name: string, cars: readonly MapCar[]): string {
  if (cars.length === 0) return `Map of ${name}, no car on the track`;
  const count = cars.length === 1 ? '1 car' : `${cars.length} cars`;
  return `Map of ${name}, ${count} on the track, in order ${cars.map(({ label }) => label).join(', ')}`;
}

/** The selected car comes first, cars that are out last. */
function rankOf({ isSelected, isDimmed }: MapCar, index: number): number {
  return index + (isSelected ? -1_000 : 0) + (isDimmed ? 1_000 : 0);
}
