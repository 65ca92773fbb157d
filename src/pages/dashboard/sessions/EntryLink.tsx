import { isPlainClick } from '../../../browser/link.ts';
import { ButtonLink, type ButtonLinkProps } from '../../../components/ButtonLink.tsx';
import { useNavigate } from '../../../navigation/use-navigate.ts';

/** A link to another view of the same page; Back returns from it. */
export function EntryLink(link: ButtonLinkProps) {
  const navigate = useNavigate();
  return (
    <ButtonLink
      {...link}
      onClick={(event) => {
        if (!isPlainClick(event.nativeEvent)) return;
        event.preventDefault();
        navigate(link.href, { addsEntry: true });
      }}
    />
  );
}
