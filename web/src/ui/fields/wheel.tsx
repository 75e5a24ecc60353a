import './wheel.css';

/** Loading indicator. A text beside it names what is loading. */
export function Wheel() {
  return <span className="wheel" aria-hidden="true" />;
}
