import { useId } from 'react';
import { type Crop, type ImageSize, maxZoomOf, movedTo, positionOn, zoomedTo } from '../../format/crop.ts';

interface CropSlidersProps {
  readonly image: ImageSize;
  readonly crop: Crop;
  readonly onChange: (change: (crop: Crop) => Crop) => void;
}

/** Enlarges and moves an image without dragging it. */
export function CropSliders({ image, crop, onChange }: CropSlidersProps) {
  return (
    <div className="grid gap-x-5 desk:grid-cols-3">
      <Slider
        label="Zoom"
        minimum={1}
        maximum={maxZoomOf(image)}
        value={crop.zoom}
        text={`${Math.round(crop.zoom * 100)} %`}
        onChange={(zoom) => onChange((last) => zoomedTo(image, last, zoom))}
      />
      {(['x', 'y'] as const).map((axis) => {
        const position = positionOn(axis, image, crop);
        return (
          <Slider
            key={axis}
            label={axis === 'x' ? 'Left to right' : 'Top to bottom'}
            minimum={0}
            maximum={position === null ? 0 : 1}
            value={position ?? 0}
            text={position === null ? 'all of it is used' : `${Math.round(position * 100)} %`}
            onChange={(next) => onChange((last) => movedTo(axis, image, last, next))}
          />
        );
      })}
    </div>
  );
}

interface SliderProps {
  readonly label: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly value: number;
  /** The value as screen readers read it. */
  readonly text: string;
  readonly onChange: (value: number) => void;
}

function Slider({ label, minimum, maximum, value, text, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[96px_minmax(0,1fr)] items-center desk:grid-cols-1">
      <label htmlFor={id} className="text-14 text-mute">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={minimum}
        max={maximum}
        step={(maximum - minimum) / 40 || 1}
        value={value}
        disabled={minimum === maximum}
        aria-valuetext={text}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-11 w-full cursor-pointer accent-red disabled:opacity-40"
      />
    </div>
  );
}
