import { type ReactNode, useState } from 'react';
import { createFailure, type Outcome } from '#contract/api/problem';
import { useMutation } from '../../actors/mutation.ts';
import { type EncodedImage, encodeSquare, type LoadedImage, loadImage } from '../../browser/image.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { type Crop, squareOf, wholeCrop } from '../../format/crop.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { CropFrame } from './CropFrame.tsx';
import { CropSliders } from './CropSliders.tsx';
import { PictureInputs } from './PictureInputs.tsx';
import { useImageFiles } from './use-image-files.ts';

const notAnImage = createFailure('problem', {
  message: 'This file is not an image that the browser can read. Choose a PNG, JPEG or WebP file.',
});

interface PictureFormProps {
  /** The picture as it is. */
  readonly children: ReactNode;
  /** Stores a picture; the dialog closes when it is stored. */
  readonly onPicture: (image: EncodedImage, key: string, signal: AbortSignal) => Promise<Outcome<unknown>>;
  /** Removes the picture; null where there is none. */
  readonly onRemove: ((key: string, signal: AbortSignal) => Promise<Outcome<unknown>>) | null;
}

/** A picture that is chosen, dropped, pasted or taken, cropped to a square, and stored. */
export function PictureForm({ children, onPicture, onRemove }: PictureFormProps) {
  const [image, setImage] = useState<LoadedImage | null>(null);
  const [message, setMessage] = useState('');
  const show = (next: LoadedImage | null) => {
    if (image !== null) URL.revokeObjectURL(image.url);
    setImage(next);
  };
  const dialog = useDialogHistory(() => show(null));
  const loading = useMutation({
    run: async (file: File): Promise<Outcome<LoadedImage>> => {
      const value = await loadImage(file).catch(() => null);
      return value === null ? { failure: notAnImage } : { value, version: null };
    },
    onDone: (next) => {
      show(next);
      dialog.open();
    },
  });
  const removal = useMutation({
    run: async (_: undefined, key, signal) =>
      onRemove === null ? { value: null, version: null } : onRemove(key, signal),
    onDone: () => setMessage('Picture removed.'),
  });
  function choose(file: File): void {
    // The one that is being cropped may be on its way to the server.
    if (image !== null) return;
    setMessage('');
    removal.reset();
    loading.submit(file);
  }
  function remove(): void {
    loading.reset();
    removal.submit(undefined);
  }
  const isDragging = useImageFiles(choose);
  const { failure, secondsLeft } = loading.failure === null ? removal : loading;
  const isBusy = loading.isBusy || removal.isBusy;
  return (
    <div className="grid gap-3">
      <div
        data-dragging={isDragging ? '' : undefined}
        className="flex flex-wrap items-center gap-3 drop-place rounded-10"
      >
        {children}
        <div className="flex min-w-0 flex-1 basis-32 flex-wrap gap-3">
          <PictureInputs isDisabled={isBusy} onFile={choose} />
          {onRemove === null ? null : (
            <Button isDisabled={isBusy || removal.secondsLeft > 0} onClick={remove}>
              Remove
            </Button>
          )}
        </div>
      </div>
      <p className="hidden text-14 text-mute pointer-fine:block">
        You can also drop an image on this page, or paste one.
      </p>
      <FormError failure={failure} secondsLeft={secondsLeft} wait={removal.wait} />
      <p role="status" className="text-14 text-green empty:hidden">
        {message}
      </p>
      <Sheet id="crop-title" title="Crop the picture" dialog={dialog}>
        {image === null ? null : (
          <CropForm
            image={image}
            onPicture={onPicture}
            onDone={() => {
              setMessage('Picture changed.');
              dialog.close();
            }}
            onCancel={dialog.close}
          />
        )}
      </Sheet>
    </div>
  );
}

interface CropFormProps {
  readonly image: LoadedImage;
  readonly onPicture: PictureFormProps['onPicture'];
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function CropForm({ image, onPicture, onDone, onCancel }: CropFormProps) {
  const [crop, setCrop] = useState<Crop>(wholeCrop);
  const { submit, isBusy, failure, secondsLeft, wait } = useMutation({
    run: async (chosen: Crop, key, signal) => {
      const encoded = await encodeSquare(image, squareOf(image, chosen)).catch(() => null);
      return encoded === null ? { failure: notAnImage } : onPicture(encoded, key, signal);
    },
    onDone,
  });
  return (
    <div className="grid gap-4">
      <CropFrame image={image} crop={crop} onChange={setCrop} />
      <CropSliders image={image} crop={crop} onChange={setCrop} />
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" isBusy={isBusy} isDisabled={secondsLeft > 0} onClick={() => submit(crop)}>
          Use picture
        </Button>
      </div>
    </div>
  );
}
