import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameAt, PlaybackClock } from "./playback-clock.ts";

const ms = 1e6;

function clockOver(times: number[]) {
	const wall = { ms: 1000 };
	const clock = new PlaybackClock(Float64Array.from(times), { now: () => wall.ms });
	const wait = (elapsed: number) => {
		wall.ms += elapsed;
		return clock.advance(wall.ms);
	};
	return { clock, wait };
}

/** Not decreasing, from 0, with duplicates and gaps. */
const frameTimes = fc
	.array(fc.oneof(fc.constantFrom(0, 20 * ms, 900 * ms), fc.integer({ min: 1, max: 50 * ms })), {
		maxLength: 40,
	})
	.map((steps) => {
		const times = [0];
		for (const step of steps) times.push(times[times.length - 1] + step);
		return times;
	});

describe("frameAt", () => {
	it("is the last frame not after a time, as a scan finds it", () => {
		fc.assert(
			fc.property(frameTimes, fc.integer({ min: -10, max: 3000 * ms }), fc.nat(), (all, any, place) => {
				for (const time of [any, all[place % all.length]]) {
					let scanned = -1;
					all.forEach((frame, i) => {
						if (frame <= time) scanned = i;
					});
					expect(frameAt(Float64Array.from(all), time)).toBe(scanned);
				}
			}),
			{ seed: 1, numRuns: 300 },
		);
	});
});

type Action =
	| { do: "seek" | "seekFrame" | "step" | "wait"; by: number }
	| { do: "speed"; by: number }
	| { do: "toggle" | "loop" };

/** The same rules, spelled out with a scan and small steps of state. */
class Twin {
	time = 0;
	frame = 0;
	playing = false;
	speed = 1;
	loop = false;
	constructor(readonly times: number[]) {}
	get end() {
		return this.times[this.times.length - 1];
	}
	at(time: number) {
		if (time === this.time) return;
		this.time = time;
		this.frame = this.times.reduce((last, frame, i) => (frame <= time ? i : last), 0);
	}
	toFrame(index: number) {
		this.frame = Math.min(Math.max(index, 0), this.times.length - 1);
		this.time = this.times[this.frame];
	}
	run(action: Action) {
		if (action.do === "seek") this.at(Math.min(Math.max(action.by, 0), this.end));
		if (action.do === "seekFrame") this.toFrame(action.by);
		if (action.do === "step") {
			this.playing = false;
			const between = this.time > this.times[this.frame];
			this.toFrame(this.frame + action.by + (between && action.by < 0 ? 1 : 0));
		}
		if (action.do === "speed") this.speed = Math.min(Math.max(action.by, 0.1), 4);
		if (action.do === "loop") this.loop = !this.loop;
		if (action.do === "toggle") {
			if (!this.playing && this.time >= this.end) this.at(0);
			this.playing = !this.playing;
		}
		if (action.do === "wait" && this.playing) {
			let time = this.time + Math.round((action.by > 5000 ? 100 : action.by) * ms * this.speed);
			if (this.loop) while (time >= this.end && this.end > 0) time -= this.end;
			if (this.loop && this.end === 0) time = 0;
			if (!this.loop && time >= this.end) {
				time = this.end;
				this.playing = false;
			}
			this.at(time);
		}
	}
}

function drive(clock: PlaybackClock, wait: (elapsed: number) => boolean, one: Action): void {
	if (one.do === "seek") clock.seek(one.by);
	if (one.do === "seekFrame") clock.seekFrame(one.by);
	if (one.do === "step") clock.step(one.by);
	if (one.do === "speed") clock.setSpeed(one.by);
	if (one.do === "toggle") clock.toggle();
	if (one.do === "loop") clock.setLoop(!clock.loop);
	if (one.do !== "wait") return;
	wait(one.by);
	clock.setSpeed(clock.speed); // a fresh anchor, as the twin has after every step
}

describe("PlaybackClock", () => {
	it("keeps to a brute-force twin through any sequence", () => {
		const doing = (what: "seek" | "seekFrame" | "step" | "wait" | "speed", by: fc.Arbitrary<number>) =>
			by.map((amount): Action => ({ do: what, by: amount }));
		const action = fc.oneof(
			doing("seek", fc.integer({ min: -ms, max: 3000 * ms })),
			doing("seekFrame", fc.integer({ min: -2, max: 45 })),
			doing("step", fc.constantFrom(-10, -1, 1, 10)),
			doing("wait", fc.constantFrom(0, 16, 16, 33, 250, 1000, 5000, 8000)),
			doing("speed", fc.constantFrom(0.05, 0.5, 1, 2, 9)),
			fc.constantFrom<Action>({ do: "toggle" }, { do: "toggle" }, { do: "loop" }),
		);
		fc.assert(
			fc.property(frameTimes, fc.array(action, { maxLength: 40 }), (all, actions) => {
				const { clock, wait } = clockOver(all);
				const twin = new Twin(all);
				for (const one of actions) {
					twin.run(one);
					drive(clock, wait, one);
					expect([clock.timeNs, clock.frameIndex, clock.playing]).toEqual([
						twin.time,
						twin.frame,
						twin.playing,
					]);
					expect(Number.isSafeInteger(clock.timeNs)).toBe(true);
				}
			}),
			{ seed: 11, numRuns: 400 },
		);
	});

	it("does not drift: many small steps are one large one", () => {
		const { clock, wait } = clockOver([0, 60_000 * ms]);
		clock.setSpeed(0.7);
		clock.play();
		for (let i = 0; i < 1000; i++) wait(16.6667);
		expect(clock.timeNs).toBeCloseTo(16_666.7 * 0.7 * ms, -1);
	});

	it("stops at the end and starts over from there", () => {
		const { clock, wait } = clockOver([0, 100 * ms, 200 * ms]);
		clock.play();
		wait(150);
		expect([clock.timeNs, clock.frameIndex]).toEqual([150 * ms, 1]);
		wait(500);
		expect([clock.timeNs, clock.playing]).toEqual([200 * ms, false]);
		clock.play();
		expect([clock.timeNs, clock.playing]).toEqual([0, true]);
	});

	it("counts a hidden minute as a tenth of a second", () => {
		const { clock, wait } = clockOver([0, 600_000 * ms]);
		clock.play();
		wait(500);
		wait(60_000);
		expect(clock.timeNs).toBe(600 * ms);
		wait(100);
		expect(clock.timeNs).toBe(700 * ms);
	});

	it("follows the wall clock through frames of seconds, and leaves out a hidden tab that it is told of", () => {
		const { clock, wait } = clockOver([0, 600_000 * ms]);
		clock.play();
		wait(3000);
		wait(4000);
		expect(clock.timeNs).toBe(7000 * ms);
		const hidden = new PlaybackClock(Float64Array.of(0, 600_000 * ms), { now: () => 4500 });
		hidden.play();
		hidden.advance(4600);
		hidden.resume();
		hidden.advance(4700);
		expect(hidden.timeNs).toBe(300 * ms);
	});

	it("sets the loop's ends at the current time", () => {
		const { clock, wait } = clockOver([0, 100 * ms, 200 * ms, 300 * ms]);
		clock.setLoopEnd();
		expect(clock.loop).toBe(false);
		clock.seek(100 * ms);
		clock.setLoopStart();
		expect([clock.loop, clock.loopRange]).toEqual([true, { startNs: 100 * ms, endNs: 300 * ms }]);
		clock.seek(200 * ms);
		clock.setLoopEnd();
		expect(clock.loopRange).toEqual({ startNs: 100 * ms, endNs: 200 * ms });
		clock.play();
		wait(50);
		expect(clock.timeNs).toBe(150 * ms);
		clock.seek(250 * ms);
		clock.setLoopStart();
		expect(clock.loopRange).toEqual({ startNs: 250 * ms, endNs: 300 * ms });
		clock.seek(50 * ms);
		clock.setLoopEnd();
		expect(clock.loopRange).toEqual({ startNs: 0, endNs: 50 * ms });
		clock.toEnd();
		clock.setLoopStart();
		expect(clock.loopRange).toEqual({ startNs: 0, endNs: 50 * ms });
	});

	it("does not go back when the wall clock does", () => {
		const { clock, wait } = clockOver([0, 600_000 * ms]);
		clock.play();
		wait(500);
		wait(-300);
		expect(clock.timeNs).toBe(500 * ms);
		wait(100);
		expect(clock.timeNs).toBe(600 * ms);
	});

	it("loops a range, put in order and limited to the replay", () => {
		const { clock, wait } = clockOver([0, 100 * ms, 200 * ms, 300 * ms]);
		clock.setLoop(true, { startNs: 900 * ms, endNs: 100 * ms });
		expect(clock.loopRange).toEqual({ startNs: 100 * ms, endNs: 300 * ms });
		clock.seek(300 * ms);
		clock.play();
		expect(clock.timeNs).toBe(100 * ms);
		wait(250);
		expect(clock.timeNs).toBe(150 * ms);
		wait(900);
		expect(clock.timeNs).toBe(250 * ms);
		expect(clock.playing).toBe(true);
	});

	it("steps through frames of equal time, and back to the frame before a time between two", () => {
		const { clock } = clockOver([0, 10, 10, 10, 20]);
		const seen = [clock.frameIndex];
		for (let i = 0; i < 4; i++) {
			clock.step(1);
			seen.push(clock.frameIndex);
		}
		for (let i = 0; i < 4; i++) {
			clock.step(-1);
			seen.push(clock.frameIndex);
		}
		expect(seen).toEqual([0, 1, 2, 3, 4, 3, 2, 1, 0]);
		clock.seek(15);
		clock.step(-1);
		expect([clock.frameIndex, clock.timeNs]).toEqual([3, 10]);
	});

	it("tells its listeners, until they leave", () => {
		const { clock, wait } = clockOver([0, 100 * ms]);
		let calls = 0;
		const leave = clock.subscribe(() => calls++);
		clock.play();
		expect(wait(0)).toBe(false);
		expect(wait(20)).toBe(true);
		expect(calls).toBe(2);
		leave();
		clock.pause();
		expect(calls).toBe(2);
	});

	it("stands still over nothing and refuses times that are none", () => {
		const empty = new PlaybackClock(new Float64Array());
		empty.play();
		empty.step(1);
		expect([empty.durationNs, empty.frameIndex, empty.playing]).toEqual([0, -1, false]);
		for (const bad of [[1], [0, 5, 4], [0, 0.5], [0, Number.NaN]]) {
			expect(() => new PlaybackClock(Float64Array.from(bad))).toThrow(RangeError);
		}
	});
});
