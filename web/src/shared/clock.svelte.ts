/** A clock that a component can read while it is mounted. */
export class Clock {
  now = $state(Date.now());

  /** It stops while nobody `wants` it. */
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
