/** Loads the code of a room. Apart from who wants it, whose page would hold the names of all its files. */
export const loadRoom = () => import("./RoomView.tsx");
