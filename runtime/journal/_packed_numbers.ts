/**
 * Numbers as base64 of fixed-width little-endian values: `i7` are Int32 in units of 1e-7 (`i0` to `i9` likewise),
 * `f4` Float32, `f8` Float64.
 */
export type PackedNumbers = Readonly<Record<string, string>>;

/** In `i` packings these stand for what no whole number is. */
const NAN = -(2 ** 31);
const MINUS_ZERO = NAN + 1;
const LARGEST = 2 ** 31 - 1;
/** What a number is multiplied by for each count of decimals. */
const SCALES = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9] as const;

/** The narrowest packing that gives every number back bit for bit. */
export function packNumbers(values: Float64Array): PackedNumbers {
  const ints = new Int32Array(values.length);
  for (const [digits, scale] of SCALES.entries()) {
    if (intsInto(ints, values, scale)) return { [`i${digits}`]: base64(ints, 4) };
  }
  const floats = Float32Array.from(values);
  return floats.every((float, i) => Object.is(float, values[i]))
    ? { f4: base64(floats, 4) }
    : { f8: base64(values.slice(), 8) };
}

/** The numbers again, or null where the packing is none. */
export function unpackNumbers(packed: PackedNumbers): Float64Array | null {
  const [entry, ...more] = Object.entries(packed);
  if (entry === undefined || more.length > 0) return null;
  const [name, text] = entry;
  const width = name === "f8" ? 8 : 4;
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  if (bytes.length % width !== 0) return null;
  inHostOrder(bytes, width);
  if (name === "f8") return new Float64Array(bytes.buffer);
  if (name === "f4") return Float64Array.from(new Float32Array(bytes.buffer));
  const scale = SCALES[Number(/^i(\d)$/.exec(name)?.[1])];
  return scale === undefined ? null : fromInts(new Int32Array(bytes.buffer), scale);
}

/** Fills in the values in units of 1 / scale; false as soon as one is no whole number of them. */
function intsInto(ints: Int32Array, values: Float64Array, scale: number): boolean {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    const int = Math.round(value * scale);
    if (int / scale === value && int > MINUS_ZERO && int <= LARGEST && (int !== 0 || !Object.is(value, -0))) {
      ints[i] = int;
    } else if (Number.isNaN(value)) {
      ints[i] = NAN;
    } else if (Object.is(value, -0)) {
      ints[i] = MINUS_ZERO;
    } else {
      return false;
    }
  }
  return true;
}

function fromInts(ints: Int32Array, scale: number): Float64Array {
  const values = new Float64Array(ints.length);
  for (let i = 0; i < ints.length; i++) {
    const int = ints[i] ?? 0;
    values[i] = int === NAN ? Number.NaN : int === MINUS_ZERO ? -0 : int / scale;
  }
  return values;
}

function base64(values: Int32Array | Float32Array | Float64Array, width: number): string {
  const bytes = new Uint8Array(values.buffer);
  inHostOrder(bytes, width);
  return Buffer.from(values.buffer).toString("base64");
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Turns little-endian values into the host's own and back, in place. */
function inHostOrder(bytes: Uint8Array, width: number): void {
  if (IS_LITTLE_ENDIAN) return;
  for (let at = 0; at < bytes.length; at += width) bytes.subarray(at, at + width).reverse();
}
