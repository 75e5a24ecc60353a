import type { ElementComponent } from '../jsx/jsx-types.d.ts';
import {
  Component,
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { To } from './address.ts';
import type { AppRoute } from './app-route.ts';
import type { Location } from './history.ts';
import type { Blocker, MoveOptions, Navigate as NavigateFunction, Router, Shown } from './router.ts';

type Page = { readonly router: Router; readonly shown: Shown };

const PageContext = createContext<Page | null>(null);
const MovingContext = createContext(false);

function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('Outside of the router');
  return page;
}

export const useLocation = (): Location => usePage().shown.location;
export const useParams = (): Shown['params'] => usePage().shown.params;
export const useNavigate = (): NavigateFunction => usePage().router.navigate;
export const useHref = (to: To): string => usePage().router.hrefOf(to);

/** Route of the page; null if its address has none. */
export const useRoute = (): AppRoute | null => usePage().shown.route;

/** Whether the next page is being loaded while this one is still shown. */
export const useIsMoving = (): boolean => useContext(MovingContext);

export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Refuses navigation, Back and Forward while the component is mounted. */
export function useBlocker(blocker: Blocker): void {
  const { block } = usePage().router;
  const isBlocked = useEffectEvent(blocker);
  useEffect(() => block((next) => isBlocked(next)), [block]);
}

/** Redirects when it is mounted. */
export function Navigate({ to, replace, state }: { readonly to: string } & MoveOptions) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace, state }), [navigate, to, replace, state]);
  return null;
}

type FaultProps = { readonly error: unknown /** Its frame stays around it. */; readonly isFramed?: boolean };
type BoundaryProps = {
  readonly shown: Shown;
  readonly Fault: ElementComponent<FaultProps>;
  readonly children: ReactNode;
};
type BoundaryState = { readonly failed: FaultProps | null; readonly shown: Shown };

/** Shows the error of a page that threw, until the next navigation. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: null, shown: this.props.shown };

  static getDerivedStateFromError(error: unknown): Pick<BoundaryState, 'failed'> {
    return { failed: { error } };
  }

  static getDerivedStateFromProps({ shown }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return shown.location === state.shown.location ? null : { failed: null, shown };
  }

  override render(): ReactNode {
    const { Fault, children } = this.props;
    const { failed } = this.state;
    return failed ? <Fault error={failed.error} /> : children;
  }
}

type RouterViewProps = {
  readonly router: Router;
  /** Shown before the first page is loaded. */
  readonly Starting: ElementComponent;
  /** Frame around every page. */
  readonly Root: ElementComponent<{ readonly children: ReactNode }>;
  readonly Fault: ElementComponent<FaultProps>;
};

/** Renders the page of the router. */
export function RouterView({ router, Starting, Root, Fault }: RouterViewProps) {
  const [{ shown, isMoving }, setState] = useState(router.state.get);
  useLayoutEffect(() => {
    // The former page stays while the new one waits for data.
    const update = () => startTransition(() => setState(router.state.get()));
    update();
    return router.state.subscribe(update);
  }, [router]);
  const first = useRef(shown);
  useLayoutEffect(() => {
    if (!shown) return;
    router.scroll(shown.location);
    // Pages after the first one fade in: `layout/app-frame.css`.
    first.current ??= shown;
    if (shown !== first.current) document.documentElement.dataset['hasMoved'] = '';
  }, [router, shown]);
  const page = useMemo(() => shown && { router, shown }, [router, shown]);
  // Rendered again only for another page, not for each navigation that begins.
  const content = useMemo(() => {
    if (!shown) return null;
    const { result } = shown;
    if ('error' in result) {
      const { error, Frame } = result;
      return Frame ? (
        <Root>
          <Frame>
            <Fault error={error} isFramed />
          </Frame>
        </Root>
      ) : (
        <Fault error={error} />
      );
    }
    const { Frame, Screen } = result.drawn;
    return (
      <Root>
        <Frame>
          <Screen />
        </Frame>
      </Root>
    );
  }, [shown, Root, Fault]);
  if (!shown) return <Starting />;
  return (
    <PageContext value={page}>
      <MovingContext value={isMoving}>
        <Boundary shown={shown} Fault={Fault}>
          {content}
        </Boundary>
      </MovingContext>
    </PageContext>
  );
}
