/** Modules that are being made one after the other. */
type Row<Wiring, Made> = {
  /** Makes the next module, of what is outside and the modules before it. */
  add<Name extends string, Module>(
    name: Name,
    make: (wiring: Wiring, made: Made) => Module,
  ): Row<Wiring, Made & Record<Name, Module>>;
  made: Made;
};

/** A list of modules in their order, without any yet: one that asks for a later one is a type error. */
export const inOrder = <Wiring>(wiring: Wiring): Row<Wiring, object> => rowOf(wiring, {});

function rowOf<Wiring, Made>(wiring: Wiring, made: Made): Row<Wiring, Made> {
  return {
    made,
    add: (name, make) => rowOf(wiring, { ...made, ...recordOf(name, make(wiring, made)) }),
  };
}

const recordOf = <Name extends string, Module>(name: Name, module: Module) =>
  ({ [name]: module }) as Record<Name, Module>;
