import type { ReactNode } from 'react';

interface CardListProps<Item> {
  readonly items: readonly Item[];
  /** The grid of the list. */
  readonly className?: string;
  readonly children: (item: Item) => ReactNode;
}

/** A list of cards, none wider than its column. */
export function CardList<Item extends { readonly id: string }>({
  items,
  className = 'grid gap-2.5',
  children,
}: CardListProps<Item>) {
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={item.id} className="min-w-0">
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
