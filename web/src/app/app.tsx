import { type Router, RouterView } from '../router/public.ts';
import { keepFormsWhileComposing } from '../ui/fields/use-composition.ts';
import { Root, StartingPage } from './root.tsx';
import { RouteFault } from './route-fault.tsx';

keepFormsWhileComposing();

export function App({ router }: { readonly router: Router }) {
  return <RouterView router={router} Starting={StartingPage} Root={Root} Fault={RouteFault} />;
}
