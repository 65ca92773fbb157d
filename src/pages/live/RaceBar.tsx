import type { ReactNode } from 'react';

/** What stays in sight above a running race. */
export function RaceBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky top-0 z-20 -mx-4 -mt-5 flex items-center border-b border-line bg-bg phone:block phone:border-0 tiny:static large:top-13 large:mx-0 large:flex-wrap large:wide:top-15">
      {children}
    </div>
  );
}
