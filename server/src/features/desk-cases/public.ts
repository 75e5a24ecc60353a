export { mistakenDue } from './deadline.domain.ts';
