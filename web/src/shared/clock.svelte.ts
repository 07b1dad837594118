/** A clock that views can read. */
export class Clock {
  now = $state(Date.now());
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(every_ms = 200) {
    this.timer = setInterval(() => (this.now = Date.now()), every_ms);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
