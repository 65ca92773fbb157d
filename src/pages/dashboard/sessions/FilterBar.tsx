import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { formIcons } from '../../../components/form-icons.ts';
import { frameIcons } from '../../../components/frame-icons.ts';
import { Icon } from '../../../components/Icon.tsx';
import { Sheet } from '../../../components/Sheet.tsx';
import { trackName, typeName } from '../../../format/names.ts';
import { useDialogHistory } from '../../../navigation/use-dialog-history.ts';
import { FilterForm, withoutLabels } from './FilterForm.tsx';
import { allSessions, type ListQuery } from './list-query.ts';

interface FilterBarProps {
  readonly query: ListQuery;
  readonly onChange: (query: ListQuery) => void;
}

/** A button that opens the filter, and the tracks and types that are chosen, each to remove. */
export function FilterBar({ query, onChange }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useDialogHistory(() => setIsOpen(false));
  const { tracks, types, without } = query;
  const chips = [
    ...(without === null
      ? []
      : [{ key: without, label: withoutLabels[without], without: { ...query, page: 0, without: null } }]),
    ...types.map((type) => ({
      key: `type ${type}`,
      label: typeName(type),
      without: { ...query, page: 0, types: types.filter((each) => each !== type) },
    })),
    ...tracks.map((track) => ({
      key: `track ${track}`,
      label: trackName(track),
      without: { ...query, page: 0, tracks: tracks.filter((each) => each !== track) },
    })),
  ];
  const open = () => {
    setIsOpen(true);
    dialog.open();
  };
  return (
    <section aria-label="Filter" className="flex flex-wrap items-center gap-2">
      <Button icon={formIcons.filter} onClick={open}>
        Filter
      </Button>
      {chips.map(({ key, label, without }) => (
        <Button kind="chip" key={key} aria-label={`${label}, remove this filter`} onClick={() => onChange(without)}>
          {label}
          <Icon path={frameIcons.close} size={16} />
        </Button>
      ))}
      {chips.length > 1 ? (
        <Button kind="link" onClick={() => onChange(allSessions)} className="min-h-11 px-2 text-14">
          Clear all
        </Button>
      ) : null}
      <Sheet id="filter-title" title="Filter" dialog={dialog}>
        {isOpen ? <FilterForm query={query} onApply={onChange} /> : null}
      </Sheet>
    </section>
  );
}
