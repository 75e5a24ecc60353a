/** Point of the path, from the left and from the top. */
type Point = readonly [x: number, y: number];

const ARGUMENTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const TOKEN = /([a-z])|(-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/giy;

/** Converts the data of an SVG path to operators of a PDF path; undefined if it is invalid. */
export function pathOperators(data: string): string | undefined {
  const steps = readSteps(data);
  return steps && draw(steps);
}

type Step = { readonly command: string; readonly isRelative: boolean; readonly values: readonly number[] };

function readSteps(data: string): Step[] | undefined {
  const steps: Step[] = [];
  let command = '';
  let numbers: number[] = [];
  /** True after a letter without its numbers. */
  let isBare = false;
  let at = 0;
  const skip = () => {
    at += /^[\s,]*/.exec(data.slice(at))?.[0].length ?? 0;
  };
  for (skip(); at < data.length; skip()) {
    const need = ARGUMENTS[command.toUpperCase()] ?? 0;
    // The two flags of an arc may be written without separators.
    const isFlag = command.toUpperCase() === 'A' && (numbers.length === 3 || numbers.length === 4);
    TOKEN.lastIndex = at;
    const [text, letter] = (isFlag ? /^[01]/.exec(data.slice(at)) : TOKEN.exec(data)) ?? [];
    if (text === undefined) return undefined;
    at += text.length;
    if (letter !== undefined) {
      if (isBare || numbers.length > 0 || !(letter.toUpperCase() in ARGUMENTS)) return undefined;
      command = letter;
      isBare = command.toUpperCase() !== 'Z';
      if (letter.toUpperCase() === 'Z') steps.push({ command: 'Z', isRelative: false, values: [] });
      continue;
    }
    if (need === 0) return undefined;
    numbers.push(Number(text));
    isBare = false;
    if (numbers.length < need) continue;
    steps.push({ command: command.toUpperCase(), isRelative: command !== command.toUpperCase(), values: numbers });
    numbers = [];
    // Numbers after a move are lines.
    if (command === 'M') command = 'L';
    if (command === 'm') command = 'l';
  }
  return !isBare && numbers.length === 0 && (steps[0]?.command ?? 'M') === 'M' ? steps : undefined;
}

function draw(steps: readonly Step[]): string {
  const operators: string[] = [];
  let start: Point = [0, 0];
  let current: Point = [0, 0];
  /** Control point that a smooth curve reflects, with its command. */
  let last: { readonly point: Point; readonly of: string } | undefined;

  const write = (operator: string, ...points: readonly Point[]) =>
    operators.push(`${points.flat().map(written).join(' ')} ${operator}`.trim());
  const curve = (one: Point, two: Point, to: Point) => {
    write('c', one, two, to);
    current = to;
  };
  const quadratic = (control: Point, to: Point) => {
    curve(between(current, control, 2 / 3), between(to, control, 2 / 3), to);
    last = { point: control, of: 'Q' };
  };
  const reflected = (of: string): Point =>
    last?.of === of ? [2 * current[0] - last.point[0], 2 * current[1] - last.point[1]] : current;

  for (const { command, isRelative, values } of steps) {
    const [baseX, baseY] = isRelative ? current : [0, 0];
    const point = (index: number): Point => [(values[index] ?? 0) + baseX, (values[index + 1] ?? 0) + baseY];
    const before = last;
    if (command === 'M') {
      start = current = point(0);
      write('m', current);
    } else if (command === 'Z') {
      current = start;
      write('h');
    } else if (command === 'L' || command === 'H' || command === 'V') {
      const [first = 0] = values;
      if (command === 'L') current = point(0);
      else current = command === 'H' ? [first + baseX, current[1]] : [current[0], first + baseY];
      write('l', current);
    } else if (command === 'C') {
      const [one, two, to] = [point(0), point(2), point(4)];
      curve(one, two, to);
      last = { point: two, of: 'C' };
    } else if (command === 'S') {
      const [one, two, to] = [reflected('C'), point(0), point(2)];
      curve(one, two, to);
      last = { point: two, of: 'C' };
    } else if (command === 'Q') quadratic(point(0), point(2));
    else if (command === 'T') quadratic(reflected('Q'), point(0));
    else {
      const [rx = 0, ry = 0, turn = 0, large = 0, sweep = 0] = values;
      const to = point(5);
      for (const piece of arcCurves(current, to, { rx, ry, turn, isLarge: large === 1, isSweep: sweep === 1 })) {
        curve(...piece);
      }
      current = to;
    }
    if (last === before) last = undefined;
  }
  return operators.join(' ');
}

function between(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

function written(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

type Arc = {
  readonly rx: number;
  readonly ry: number;
  readonly turn: number;
  readonly isLarge: boolean;
  readonly isSweep: boolean;
};

/** Elliptical arc as curves of at most a quarter (SVG 2, appendix B.2.4: from end points to a centre). */
function arcCurves(from: Point, to: Point, arc: Arc): [Point, Point, Point][] {
  if (arc.rx === 0 || arc.ry === 0) return [[from, to, to]];
  const phi = (arc.turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)];
  const [halfX, halfY] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  const [x, y] = [cos * halfX + sin * halfY, cos * halfY - sin * halfX];
  // Radii that are too small are enlarged to fit.
  const reach = Math.sqrt(Math.max(1, (x / arc.rx) ** 2 + (y / arc.ry) ** 2));
  const [rx, ry] = [Math.abs(arc.rx) * reach, Math.abs(arc.ry) * reach];
  const below = (rx * y) ** 2 + (ry * x) ** 2;
  const side = arc.isLarge === arc.isSweep ? -1 : 1;
  const factor = below === 0 ? 0 : side * Math.sqrt(Math.max(0, (rx * ry) ** 2 / below - 1));
  const [cx, cy] = [(factor * rx * y) / ry, (-factor * ry * x) / rx];
  const start = Math.atan2((y - cy) / ry, (x - cx) / rx);
  const end = Math.atan2((-y - cy) / ry, (-x - cx) / rx);
  const turn = end - start;
  const sweep = arc.isSweep ? (turn + 2 * Math.PI) % (2 * Math.PI) : -((2 * Math.PI - turn) % (2 * Math.PI));
  const count = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9));
  const step = sweep / count;
  const pull = (4 / 3) * Math.tan(step / 4);
  const place = (u: number, v: number): Point => [
    cos * rx * u - sin * ry * v + cos * cx - sin * cy + (from[0] + to[0]) / 2,
    sin * rx * u + cos * ry * v + sin * cx + cos * cy + (from[1] + to[1]) / 2,
  ];
  return Array.from({ length: count }, (_, index) => {
    const [a, b] = [start + index * step, start + (index + 1) * step];
    return [
      place(Math.cos(a) - pull * Math.sin(a), Math.sin(a) + pull * Math.cos(a)),
      place(Math.cos(b) + pull * Math.sin(b), Math.sin(b) - pull * Math.cos(b)),
      place(Math.cos(b), Math.sin(b)),
    ];
  });
}
