import { useEffect, useRef, useState } from 'react';

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/**
 * Calls the listener with an image that is pasted, and with a file that is dropped anywhere on the page. True while a file
 * is dragged over the page.
 */
export function useImageFiles(onFile: (file: File) => void): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const latest = useRef(onFile);
  useEffect(() => {
    latest.current = onFile;
  });
  useEffect(() => {
    const handlePaste = ({ clipboardData, target }: ClipboardEvent) => {
      const image = [...(clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      // Office programs copy a text together with a picture of it.
      if (image === undefined || (isEditable(target) && clipboardData?.types.includes('text/plain') === true)) return;
      latest.current(image);
    };
    const handleDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsDragging(true);
    };
    // Without a related target the pointer has left the window.
    const handleDragLeave = ({ relatedTarget }: DragEvent) =>
      relatedTarget === null ? setIsDragging(false) : undefined;
    const handleDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      setIsDragging(false);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) latest.current(file);
    };
    document.addEventListener('paste', handlePaste);
    document.addEventListener('dragover', handleDragOver);
    document.addEventListener('dragleave', handleDragLeave);
    document.addEventListener('drop', handleDrop);
    return () => {
      document.removeEventListener('paste', handlePaste);
      document.removeEventListener('dragover', handleDragOver);
      document.removeEventListener('dragleave', handleDragLeave);
      document.removeEventListener('drop', handleDrop);
    };
  }, []);
  return isDragging;
}
