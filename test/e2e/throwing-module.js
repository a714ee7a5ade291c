import { NEVER } from 'rxjs';
import { defineStrategy } from 'sauda';

// Of the module, and so in no run's turn: on the machine's clock, again and again.
setInterval(() => {
  throw new TypeError('a timer of the module');
}, 20);

export default defineStrategy({ name: 'throwing-module', run: () => NEVER });
