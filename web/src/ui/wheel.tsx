import './wheel.css';

/** Something is being looked up. Words beside it say what. */
export function Wheel() {
  return <span className="wheel" aria-hidden="true" />;
}
