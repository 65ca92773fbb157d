import type { ReactNode } from 'react';

interface Column {
  readonly name: string;
  /** Besides the classes of all heads. */
  readonly className?: string;
  /** Drawn instead of the name. */
  readonly content?: ReactNode;
}

interface ColumnHeadsProps {
  readonly columns: readonly Column[];
  /** Classes of each head. */
  readonly className: string;
}

/** The head of a table: one row with the names of its columns. */
export function ColumnHeads({ columns, className }: ColumnHeadsProps) {
  return (
    <thead>
      <tr className="border-b border-line">
        {columns.map(({ name, className: own = '', content = name }) => (
          <th key={name} scope="col" className={`${className} ${own}`}>
            {content}
          </th>
        ))}
      </tr>
    </thead>
  );
}
