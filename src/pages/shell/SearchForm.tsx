import type { FormEvent } from 'react';
import { frameIcons } from '../../components/frame-icons.ts';
import { Icon } from '../../components/Icon.tsx';
import { useGo } from './navigation.tsx';

/** The text of a search page's address; what cannot be decoded stays as it is. */
export function searchTextOf(pathname: string): string {
  const raw = /^\/search\/(.*)$/.exec(pathname)?.[1] ?? '';
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/** The search box; on submit it goes to /search/{text} (spec §2). */
export function SearchForm({ id }: { id: string }) {
  const go = useGo();
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim();
    if (text !== '') go(`/search/${encodeURIComponent(text)}`);
  }
  const text = searchTextOf(location.pathname);
  return (
    <search className="w-full max-w-[500px]">
      <form onSubmit={submit} className="relative">
        <label htmlFor={id} className="sr-only">
          Search drivers, leagues, tracks
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
          placeholder="Search drivers, leagues, tracks"
          className="h-11 w-full rounded-8 border border-line bg-bg pr-11 pl-3 text-text placeholder:text-mute"
        />
        <button
          type="submit"
          className="absolute top-0 right-0 grid h-11 w-11 place-items-center text-mute hover:text-text"
        >
          <Icon path={frameIcons.search} />
          <span className="sr-only">Search</span>
        </button>
      </form>
    </search>
  );
}
