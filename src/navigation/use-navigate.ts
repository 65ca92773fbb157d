import { navigate } from 'wouter/use-browser-location';
import { useNavigation } from './navigation-context.ts';

/** Navigates to an address of this app. `addsEntry`: Back returns here, also from another address of the same page. */
export function useNavigate(): (href: string, options?: { readonly addsEntry: boolean }) => void {
  const navigation = useNavigation();
  return (href, options) => {
    const isSamePage = new URL(href, location.href).pathname === location.pathname;
    navigation.navigate(href, navigate, isSamePage, options?.addsEntry);
  };
}
