type Values = Float64Array | Uint32Array | Int8Array;

/** Numbers of one kind that come one by one, kept without a box for each. */
export interface Column<A extends Values> {
  readonly push: (value: number) => void;
  /** All numbers so far, shape (n). */
  readonly values: () => A;
}

const FIRST_SIZE = 1024;

/** @param make An array of zeros. */
export function column<A extends Values>(make: (size: number) => A): Column<A> {
  let room = make(FIRST_SIZE);
  let size = 0;
  const resized = (length: number) => {
    const other = make(length);
    other.set(room.subarray(0, size));
    return other;
  };
  return {
    push: (value) => {
      if (size === room.length) room = resized(2 * size);
      room[size++] = value;
    },
    values: () => {
      if (room.length !== size) room = resized(size);
      return room;
    },
  };
}
