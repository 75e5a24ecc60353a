/** Public interface of the router. */
export { type Address, addressOf, findRoute } from './address.ts';
export { Link, NavLink } from './link.tsx';
export {
  Navigate,
  RouterView,
  useBlocker,
  useHref,
  useIsMoving,
  useLocation,
  useNavigate,
  useParams,
  useRoute,
  useSearch,
} from './router-view.tsx';
export { createRouter, PageIsLate, type Drawn, type Navigate as NavigateFunction, type Router } from './router.ts';
export { useRouteFocus } from './use-route-focus.ts';
