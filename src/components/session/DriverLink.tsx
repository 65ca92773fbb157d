import type { ReactNode } from 'react';
import type { Driver } from '#contract/entities/session';

interface DriverLinkProps {
  readonly driver: Pick<Driver, 'name' | 'carIndex'>;
  /** The address of a driver's sheet, by car index. */
  readonly hrefOf: (carIndex: number) => string;
  readonly className?: string;
  /** In place of the name. */
  readonly children?: ReactNode;
}

/** The name of a driver, which opens their sheet. */
export function DriverLink({ driver: { name, carIndex }, hrefOf, className = '', children }: DriverLinkProps) {
  return (
    <a href={hrefOf(carIndex)} aria-haspopup="dialog" title={name} className={`name-link ${className}`}>
      {children ?? <bdi>{name}</bdi>}
    </a>
  );
}
