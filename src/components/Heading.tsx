import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';

/** Told of every heading that is drawn: the one of a page that was gone to takes the focus. */
export const ArrivedContext = createContext<(heading: HTMLElement) => void>(() => undefined);

/** The heading of a page or of what stands in its place: names the tab, and takes the focus when it was gone to. */
export function Heading({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const arrived = useContext(ArrivedContext);
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === 'Pitboard' ? title : `${title} · Pitboard`;
  }, [title]);
  useEffect(() => {
    if (ref.current !== null) arrived(ref.current);
  }, [arrived]);
  return (
    <h1 ref={ref} tabIndex={-1} className={className ?? 'text-30 font-800'}>
      {children}
    </h1>
  );
}
