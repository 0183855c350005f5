drop function kit.keep_written(regclass, name, text);
