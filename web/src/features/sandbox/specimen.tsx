import type { ElementComponent } from '../../jsx/jsx-types.d.ts';
import '../../ui/pages/panel.css';
import { type LazyExoticComponent, type ReactNode, Suspense } from 'react';
import { translate } from '../../i18n/i18n.ts';
import { classNames } from '../../ui/class-names.ts';

/** A component of the design system as the page of components shows it. */
export type Specimen = {
  /** Address of the specimen within the page. */
  readonly id: string;
  /** Its title, a text with its file: `sandbox:display.tabs.title`. */
  readonly title: string;
  /** It takes the whole width instead of two columns. */
  readonly isWide?: boolean;
  readonly Content: ElementComponent | LazyExoticComponent<ElementComponent>;
};

export function SpecimenPanel({ specimen }: { readonly specimen: Specimen }) {
  const { id, title, isWide, Content } = specimen;
  return (
    <section
      className={classNames('specimen panel', isWide && 'specimen--wide')}
      id={id}
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
    >
      <h3 className="specimen__title" id={`${id}-title`}>
        {translate(title)}
      </h3>
      <Suspense fallback={null}>
        <Content />
      </Suspense>
    </section>
  );
}

/** One state of a component, under its name. */
export function State({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="specimen__state">
      <p className="specimen__name">{name}</p>
      {children}
    </div>
  );
}
