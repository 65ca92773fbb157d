import { Icon } from '../Icon.tsx';
import { pageIcons } from '../page-icons.ts';

interface PictureInputsProps {
  readonly isDisabled: boolean;
  readonly onFile: (file: File) => void;
}

/** Chooses an image file, or takes a photo with the camera of a phone. */
export function PictureInputs({ isDisabled, onFile }: PictureInputsProps) {
  return (
    <>
      <FileInput label="Choose a picture" isDisabled={isDisabled} onFile={onFile} />
      <FileInput label="Take a photo" isCamera isDisabled={isDisabled} onFile={onFile} />
    </>
  );
}

function FileInput({
  label,
  isCamera = false,
  isDisabled,
  onFile,
}: PictureInputsProps & { label: string; isCamera?: boolean }) {
  return (
    <label
      data-camera={isCamera ? '' : undefined}
      className="action cursor-pointer border border-line focus-within:outline-2 focus-within:outline-favourite has-disabled:opacity-60 data-camera:hidden pointer-coarse:data-camera:inline-flex"
    >
      <Icon path={isCamera ? pageIcons.camera : pageIcons.picture} size={18} /> {label}
      <input
        type="file"
        accept="image/*"
        capture={isCamera ? 'environment' : undefined}
        className="sr-only"
        disabled={isDisabled}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file can be chosen again after a failure.
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </label>
  );
}
