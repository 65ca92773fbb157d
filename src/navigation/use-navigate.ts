import { navigate } from 'wouter/use-browser-location';
import { useNavigation } from './navigation-context.ts';

/** Navigates to an address of this app. */
export function useNavigate(): (href: string) => void {
  const navigation = useNavigation();
  return (href) => navigation.navigate(href, navigate, new URL(href, location.href).pathname === location.pathname);
}
