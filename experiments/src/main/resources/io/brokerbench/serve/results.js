// The table of results: asks for the rows, shows those that the filters admit, and keeps the sides of a comparison.
'use strict';

(function () {
  const POLL_MILLIS = 2000;
  const MOST_VALUES = 3;
  // More rows are drawn when the end of the table comes near.
  const ROWS_AT_A_TIME = 200;
  const COLLATOR = new Intl.Collator('en', { numeric: true });
  const TONES = { VALID: 'GOOD', CONFIRMED: 'GOOD', SUSPECT: 'DOUBTFUL', UNCONFIRMED: 'DOUBTFUL', RUNNING: 'NEUTRAL' };
  const by = serve.by;
  const say = (text) => serve.say('status', text);

  const figure = (key, unit) => ({
    number: true,
    text: (row) => (row.figures[key] || []).filter((value, index, all) => index === 0 || value !== all[0])
      .map((value) => brokerbench.text(value, unit).replaceAll(' ', '\u00a0')).join(' \u2013 '),
    order: (row) => (row.figures[key] === undefined ? undefined : row.figures[key][row.figures[key].length - 1]),
  });
  const list = (key) => ({
    text: (row) => (row[key].length > MOST_VALUES
      ? row[key].length + ' of them' : row[key].join(', ')),
  });
  const columns = [
    { name: 'start (UTC)', text: (row) => (row.startedMillis === null ? '' : brokerbench.text(row.startedMillis, 'INSTANT')),
      order: (row) => (row.startedMillis === null ? undefined : row.startedMillis) },
    { name: 'name', text: (row) => row.name },
    { name: 'kind', text: (row) => row.kind },
    Object.assign({ name: 'tool' }, list('tools')),
    Object.assign({ name: 'broker' }, list('brokers')),
    Object.assign({ name: 'release' }, list('releases')),
    Object.assign({ name: 'mode' }, list('modes')),
    Object.assign({ name: 'verdict' }, list('verdicts')),
    Object.assign({ name: 'acknowledged' }, figure('acked', 'PER_SECOND')),
    Object.assign({ name: 'received' }, figure('received', 'PER_SECOND')),
    Object.assign({ name: 'latency' }, list('latencies')),
    Object.assign({ name: 'p50' }, figure('p50', 'NANOS')),
    Object.assign({ name: 'p99' }, figure('p99', 'NANOS')),
  ];
  const filters = ['kind', 'tools', 'brokers', 'releases', 'modes', 'verdicts'];
  // The figures that can be filtered by a range, and the unit of their filter as a multiple of their own.
  const RANGES = [
    { key: 'acked', name: 'acknowledged per second', unit: 1 },
    { key: 'received', name: 'received per second', unit: 1 },
    { key: 'p50', name: 'p50 in ms', unit: 1e6 },
    { key: 'p99', name: 'p99 in ms', unit: 1e6 },
  ];
  const chosen = { a: new Set(), b: new Set() };
  let version = -1;
  let rows = [];
  let listed = [];
  const end = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && more(), { rootMargin: '1000px' });
  let sorted = { column: columns[0], down: true };

  const values = (row, key) => (Array.isArray(row[key]) ? row[key] : [row[key]]);

  function address(row) {
    return row.verdicts.includes('RUNNING') && row.kind === 'run' && row.path !== ''
      ? 'live?run=' + encodeURIComponent(row.path)
      : serve.report(row.path);
  }

  function side(row, name) {
    const label = document.createElement('label');
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.name = name;
    box.value = row.path;
    box.checked = chosen[name].has(row.path);
    box.setAttribute('aria-label', 'Side ' + name.toUpperCase() + ': ' + row.name);
    box.addEventListener('change', () => {
      chosen[name][box.checked ? 'add' : 'delete'](row.path);
      selection();
    });
    label.append(box, ' ' + name.toUpperCase());
    return label;
  }

  function selection() {
    const count = (name) => name.toUpperCase() + ': ' + chosen[name].size;
    by('selection').textContent = chosen.a.size + chosen.b.size > 0 ? count('a') + ', ' + count('b') : '';
    by('compare').disabled = chosen.a.size === 0 || chosen.b.size === 0;
  }

  function cell(line, name, number) {
    const made = line.insertCell();
    made.dataset.name = name;
    made.setAttribute('role', 'cell');
    made.className = number ? 'number' : '';
    return made;
  }

  function line(row) {
    const made = document.createElement('tr');
    made.setAttribute('role', 'row');
    const sides = cell(made, 'compare', false);
    sides.className = 'sides';
    sides.append(side(row, 'a'), ' ', side(row, 'b'));
    columns.forEach((column, index) => {
      const place = cell(made, column.name, column.number);
      const text = row.texts[index];
      if (column.name === 'name') {
        const link = document.createElement('a');
        const note = document.createElement('small');
        link.href = address(row);
        link.append(text || row.path || 'this directory');
        link.title = row.path;
        note.append(row.note);
        place.append(link, note);
      } else if (column.name === 'verdict') {
        const worst = row.verdicts.find((verdict) => TONES[verdict] === undefined) || row.verdicts[row.verdicts.length - 1];
        place.className = 'tone ' + (TONES[row.verdicts.includes('SUSPECT') && TONES[worst] ? 'SUSPECT' : worst] || 'BAD');
        place.append(text);
      } else {
        place.append(text);
      }
    });
    return made;
  }

  function options() {
    filters.forEach((key) => {
      const place = by(key);
      const before = place.value;
      const all = Array.from(new Set(rows.flatMap((row) => values(row, key)))).filter((value) => value !== '').sort();
      if (place.dataset.all === all.join('\n')) {
        return;
      }
      place.dataset.all = all.join('\n');
      place.replaceChildren(...['', ...all].map((value) => new Option(value === '' ? 'all' : value, value)));
      place.value = all.includes(before) ? before : '';
    });
  }

  /** Whether the chosen figure is within the range; that of a group is a range itself, which may overlap. */
  function inRange(row) {
    const [from, to] = ['from', 'to'].map((id) => by(id).valueAsNumber);
    if (Number.isNaN(from) && Number.isNaN(to)) {
      return true;
    }
    const range = RANGES[by('figure').selectedIndex];
    const own = row.figures[range.key];
    // Comparisons with a bound that is not given are false.
    return own !== undefined && !(own[own.length - 1] < from * range.unit) && !(own[0] > to * range.unit);
  }

  function admitted() {
    const words = by('text').value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    return rows.filter((row) => filters.every((key) => by(key).value === '' || values(row, key).includes(by(key).value))
      && inRange(row) && words.every((word) => row.words.includes(word)));
  }

  function compare(left, right) {
    const index = columns.indexOf(sorted.column);
    const order = (row) => (sorted.column.order ? sorted.column.order(row) : row.texts[index] || undefined);
    const [a, b] = [order(left), order(right)];
    // What is unknown is last, however the others are sorted.
    if (a === undefined || b === undefined) {
      return (a === undefined ? 1 : 0) - (b === undefined ? 1 : 0);
    }
    const sign = typeof a === 'number' ? a - b : COLLATOR.compare(a, b);
    return sorted.down ? -sign : sign;
  }

  function count() {
    say(listed.length + ' of ' + rows.length + ' results');
  }

  /** Shows the rows that the filters admit, in their order, from the first on. */
  function draw() {
    listed = admitted().sort(compare);
    by('rows').replaceChildren();
    more();
    count();
    Array.from(by('columns').cells).slice(1).forEach((head, index) => {
      const own = columns[index] === sorted.column;
      head.setAttribute('aria-sort', own ? (sorted.down ? 'descending' : 'ascending') : 'none');
    });
  }

  /** Draws further rows. */
  function more() {
    const drawn = by('rows').rows.length;
    by('rows').append(...listed.slice(drawn, drawn + ROWS_AT_A_TIME).map(line));
    by('more').hidden = by('rows').rows.length === listed.length;
    // Observed anew: an end that is still near changes nothing that would be noticed.
    end.unobserve(by('more'));
    end.observe(by('more'));
  }

  function heads() {
    const sides = document.createElement('th');
    sides.scope = 'col';
    sides.setAttribute('role', 'columnheader');
    sides.append('compare');
    by('columns').append(sides);
    columns.forEach((column) => {
      const head = document.createElement('th');
      const button = document.createElement('button');
      head.scope = 'col';
      head.setAttribute('role', 'columnheader');
      head.className = column.number ? 'number' : '';
      button.type = 'button';
      button.append(column.name);
      button.addEventListener('click', () => {
        sorted = { column: column, down: sorted.column === column ? !sorted.down : Boolean(column.order) };
        draw();
      });
      head.append(button);
      by('columns').append(head);
    });
  }

  function show(state) {
    by('progress').hidden = state.version > 0;
    if (state.version === 0) {
      by('progress').max = Math.max(1, state.total);
      by('progress').value = state.done;
      say('Reading results: ' + state.done + ' of ' + state.total);
    } else if (state.rows !== null) {
      rows = state.rows;
      rows.forEach((row) => {
        row.texts = columns.map((column) => column.text(row));
        // A cell shows only the number of many values.
        row.words = [row.path, row.note]
          .concat(row.texts, row.tools, row.brokers, row.releases, row.modes, row.verdicts).join(' ').toLowerCase();
      });
      const paths = new Set(rows.map((row) => row.path));
      Object.values(chosen).forEach((set) => set.forEach((path) => paths.has(path) || set.delete(path)));
      const focus = document.activeElement.value;
      const which = document.activeElement.name;
      const drawn = by('rows').rows.length;
      options();
      draw();
      while (by('rows').rows.length < Math.min(drawn, listed.length)) {
        more();
      }
      selection();
      by('results').hidden = false;
      // Who was at a row stays there.
      Array.from(document.getElementsByName(which || ' ')).filter((box) => box.value === focus).forEach((box) => box.focus());
    } else {
      count();
    }
    version = state.version;
  }

  function poll() {
    const next = () => setTimeout(poll, version > 0 ? POLL_MILLIS : POLL_MILLIS / 10);
    if (document.hidden) {
      next();
      return;
    }
    fetch('rows?since=' + Math.max(0, version))
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.status))))
      .then(show)
      .catch(() => say('bench serve has ended, or cannot be reached.'))
      .finally(next);
  }

  heads();
  by('figure').append(...RANGES.map((range) => new Option(range.name, range.key)));
  ['text', 'from', 'to'].forEach((id) => by(id).addEventListener('input', draw));
  by('figure').addEventListener('change', draw);
  filters.forEach((key) => by(key).addEventListener('change', draw));
  document.forms[0].addEventListener('formdata', (event) => {
    // Also those that are not drawn.
    Object.entries(chosen).forEach(([name, paths]) => {
      event.formData.delete(name);
      paths.forEach((path) => event.formData.append(name, path));
    });
  });
  by('more').addEventListener('click', more);
  poll();
})();
