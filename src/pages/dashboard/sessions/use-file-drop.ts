import { useEffect, useRef, useState } from 'react';

/** Takes files that are dropped anywhere on the page; true while files are dragged over it. */
export function useFileDrop(onDrop: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const handleOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Otherwise the browser opens the file instead of the page.
      event.preventDefault();
      setIsOver(true);
    };
    // Leaving the window has no related target; moving between elements has one.
    const handleLeave = ({ relatedTarget }: DragEvent) => (relatedTarget === null ? setIsOver(false) : undefined);
    const handleDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragover', handleOver, { signal });
    addEventListener('dragleave', handleLeave, { signal });
    addEventListener('drop', handleDrop, { signal });
    return () => controller.abort();
  }, []);
  return isOver;
}
