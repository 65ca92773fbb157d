import { type PointerEvent, useRef } from 'react';
import { type Crop, dragged, type ImageSize, squareOf, zoomedTo } from '../../format/crop.ts';

interface CropFrameProps {
  readonly image: ImageSize & { readonly url: string };
  readonly crop: Crop;
  readonly onChange: (change: (crop: Crop) => Crop) => void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** How much one notch of a mouse wheel enlarges. */
const wheelStep = 0.0015;

/** The chosen square of an image. Dragging moves the image; two fingers or the wheel enlarge it. */
export function CropFrame({ image, crop, onChange }: CropFrameProps) {
  const pointers = useRef(new Map<number, Point>());
  const { left, top, side } = squareOf(image, crop);

  function move(event: PointerEvent<HTMLDivElement>): void {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1] ?? null;
    pointers.current.set(event.pointerId, now);
    const frame = event.currentTarget.getBoundingClientRect();
    onChange((last) =>
      other === null ? draggedBy(last, before, now, frame) : pinchedBy(last, other, before, now, frame),
    );
  }

  function draggedBy(last: Crop, before: Point, now: Point, frame: DOMRect): Crop {
    return dragged(image, last, (now.x - before.x) / frame.width, (now.y - before.y) / frame.width);
  }

  /** One finger of two has moved: the image follows the middle of both, and their distance enlarges it. */
  function pinchedBy(last: Crop, other: Point, before: Point, now: Point, frame: DOMRect): Crop {
    const distance = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    const moved = draggedBy(last, before, { x: (before.x + now.x) / 2, y: (before.y + now.y) / 2 }, frame);
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    return zoomedTo(image, moved, (moved.zoom * distance(now)) / distance(before), fractionsOf(middle, frame));
  }

  return (
    <div
      ref={(element) => {
        // React listens to wheels passively, and the page behind would scroll.
        const handleWheel = (event: WheelEvent) => {
          event.preventDefault();
          const at = fractionsOf({ x: event.clientX, y: event.clientY }, (element as Element).getBoundingClientRect());
          onChange((last) => zoomedTo(image, last, last.zoom * Math.exp(-event.deltaY * wheelStep), at));
        };
        element?.addEventListener('wheel', handleWheel, { passive: false });
        return () => element?.removeEventListener('wheel', handleWheel);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      }}
      onPointerMove={move}
      onPointerUp={(event) => pointers.current.delete(event.pointerId)}
      onPointerCancel={(event) => pointers.current.delete(event.pointerId)}
      className="relative mx-auto aspect-square w-full max-w-80 cursor-grab touch-none overflow-hidden rounded-10 border border-line bg-raised select-none active:cursor-grabbing"
    >
      <img
        src={image.url}
        alt="The part that is used"
        draggable={false}
        className="absolute max-w-none"
        style={{
          width: `${(image.width / side) * 100}%`,
          height: `${(image.height / side) * 100}%`,
          left: `${(-left / side) * 100}%`,
          top: `${(-top / side) * 100}%`,
        }}
      />
    </div>
  );
}

/** A point of the screen in fractions of the frame's side, from its centre. */
function fractionsOf({ x, y }: Point, { left, top, width }: DOMRect): Point {
  return { x: (x - left) / width - 0.5, y: (y - top) / width - 0.5 };
}
