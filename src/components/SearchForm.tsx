import type { FormEvent } from 'react';
import { matchPage, searchPath } from '#contract/pages/routes';
import { usePathname } from '../navigation/address.ts';
import { useNavigate } from '../navigation/use-navigate.ts';
import { frameIcons } from './frame-icons.ts';
import { IconButton } from './IconButton.tsx';

const label = 'Search drivers, leagues, tracks';

/** The search box; submitting it opens /search/{text}. */
export function SearchForm({ id }: { id: string }) {
  const navigate = useNavigate();
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim();
    if (text !== '') navigate(searchPath(text));
  }
  const page = matchPage(usePathname());
  const text = page.name === 'search' ? page.id : '';
  return (
    <search className="w-full max-w-[500px]">
      <form onSubmit={submit} className="relative">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <input
          key={text}
          id={id}
          name="text"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          defaultValue={text}
          placeholder={label}
          className="h-11 w-full rounded-8 border border-line bg-bg pr-11 pl-3 text-text"
        />
        <IconButton type="submit" className="absolute top-0 right-0" icon={frameIcons.search} label="Search" />
      </form>
    </search>
  );
}
