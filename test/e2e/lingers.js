import { defineStrategy } from 'sauda';

/** Says that it was begun, and never comes back. */
export default defineStrategy({
  name: 'lingers',
  run: () => {
    console.error('it lingers');
    for (;;);
  },
});
