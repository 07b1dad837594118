/** A clock that a component can read while it is there. */
export class Clock {
  now = $state(Date.now());

  /** It stands still while nobody `wants` it. */
  constructor(every_ms: number, wanted: () => boolean = () => true) {
    $effect(() => {
      if (!wanted()) return;
      const tick = () => (this.now = Date.now());
      tick();
      const timer = setInterval(tick, every_ms);
      return () => clearInterval(timer);
    });
  }
}
