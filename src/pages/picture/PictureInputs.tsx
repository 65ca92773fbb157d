import { FileButton } from '../../components/FileButton.tsx';
import { formIcons } from '../../components/form-icons.ts';

interface PictureInputsProps {
  readonly isDisabled: boolean;
  readonly onFile: (file: File) => void;
}

/** Chooses an image file, or takes a photo with the camera of a phone. */
export function PictureInputs({ isDisabled, onFile }: PictureInputsProps) {
  const input = {
    accept: 'image/*',
    isDisabled,
    onFiles: ([file]: readonly File[]) => (file === undefined ? undefined : onFile(file)),
  };
  return (
    <>
      <FileButton {...input} icon={formIcons.picture}>
        Choose a picture
      </FileButton>
      <FileButton
        {...input}
        icon={formIcons.camera}
        capture="environment"
        className="hidden pointer-coarse:inline-flex"
      >
        Take a photo
      </FileButton>
    </>
  );
}
