package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Census lists the places of a package in the order of the source. It looks at
// syntax, as SSA lacks what is dead and what nobody uses. Leaf locks, and types that are
// shown, are those that Slice found. What is known of a file differs between packages.
func Census(source *Source, infoOf func(*ast.File) *types.Info, pkg *ir.Package) []ir.Place {
	c := &census{
		fset: source.program().Fset, functions: map[token.Pos]string{},
		places: map[token.Pos]*ir.Place{}, uses: map[*types.Var]*uses{}, called: map[ast.Expr]bool{},
		live: map[token.Pos]bool{}, copied: map[token.Pos]bool{}, main: pkg.Main, declares: source.declares, shown: pkg.Shown,
	}
	for _, f := range source.Functions {
		c.functions[f.Pos()] = nameOf(f)
		c.keep(f)
		if r, ok := f.Syntax().(*ast.RangeStmt); ok {
			c.functions[r.For] = nameOf(f)
		}
	}
	for _, file := range source.Files {
		c.info = infoOf(file)
		c.file(file)
	}
	return c.list(pkg.Leaves)
}

// A census is one walk through the syntax of a package.
type census struct {
	fset      *token.FileSet
	info      *types.Info          // of the file that is looked at
	functions map[token.Pos]string // by what SSA has for their position
	live      map[token.Pos]bool   // where SSA makes something
	copied    map[token.Pos]bool   // the fields of structs that are copied
	places    map[token.Pos]*ir.Place
	uses      map[*types.Var]*uses
	// called are the expressions whose methods are called.
	called map[ast.Expr]bool
	stack  []ast.Node // from the file to the node that is visited
	test   bool
	main   bool // nobody imports the package
	// declares reports whether something is one of the package.
	declares func(types.Object) bool
	// shown are the types that others can get at, though they have no exported names: see ir.Package.
	shown map[string]bool
}

// uses is what happens to a variable or field of which nothing but that was
// seen so far.
type uses struct {
	operations []ir.Operation
	handled    bool
}

// keep notes what SSA has of a function.
func (c *census) keep(f *ssa.Function) {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch in.(type) {
			case *ssa.MakeChan, *ssa.Alloc, *ssa.Call:
				c.live[in.Pos()] = true
			default:
				c.copies(in)
			}
		}
	}
}

func (c *census) file(file *ast.File) {
	c.test = isInTestFile(c.fset, file.Package)
	c.stack = c.stack[:0]
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			c.stack = c.stack[:len(c.stack)-1]
			return true
		}
		c.stack = append(c.stack, n)
		c.visit(n)
		return true
	})
}

// visit looks at one node. Calls come before what is called.
func (c *census) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.StructType:
		c.fields(n)
	case *ast.ValueSpec:
		if !c.isConst() {
			c.variables(n.Names)
		}
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			for _, e := range n.Lhs {
				if name, ok := e.(*ast.Ident); ok {
					c.variables([]*ast.Ident{name})
				}
			}
		}
	case *ast.CallExpr:
		c.call(n)
	case *ast.CompositeLit:
		c.literal(n)
	case *ast.SelectorExpr:
		c.selection(n)
	case *ast.Ident:
		c.name(n)
	}
}

func (c *census) isConst() bool {
	d, ok := c.above(1).(*ast.GenDecl)
	return ok && d.Tok == token.CONST
}

// above is the node that is n levels above the one that is visited.
func (c *census) above(n int) ast.Node {
	if i := len(c.stack) - 1 - n; i >= 0 {
		return c.stack[i]
	}
	return nil
}

// fields enters the fields of a struct.
func (c *census) fields(n *ast.StructType) {
	t, ok := c.info.TypeOf(n).(*types.Struct)
	if !ok {
		return
	}
	exported := c.isImported() && c.isShown()
	for field := range t.Fields() {
		if kind, ok := heldKind(field.Type()); ok {
			c.add(field.Pos(), nil, kind, ir.Field).Exported = exported && field.Exported()
		}
	}
}

// isShown reports whether other packages may get at a struct whose type is here: by the name of the type, or by
// that of the package-level variable, or of the field of such a struct, that has no other type.
func (c *census) isShown() bool {
	for n := 1; ; n++ {
		switch above := c.above(n).(type) {
		case *ast.TypeSpec:
			_, isNamed := c.above(n - 1).(*ast.StructType)
			return !isNamed || above.Name.IsExported() || c.shown[c.info.Defs[above.Name].Pkg().Path()+"."+above.Name.Name]
		case *ast.ValueSpec:
			return slices.ContainsFunc(above.Names, (*ast.Ident).IsExported)
		case *ast.Field:
			if len(above.Names) > 0 && !slices.ContainsFunc(above.Names, (*ast.Ident).IsExported) {
				return false
			}
		case *ast.StructType, *ast.FieldList, *ast.StarExpr, *ast.ArrayType, *ast.CompositeLit, *ast.UnaryExpr:
		default:
			return true
		}
	}
}

// isImported reports whether other packages get to see what a file declares.
func (c *census) isImported() bool { return !c.main && !c.test }

// variables enters those names that are declared here.
func (c *census) variables(names []*ast.Ident) {
	for _, name := range names {
		v, ok := c.info.Defs[name].(*types.Var)
		if !ok || name.Name == "_" {
			continue
		}
		kind, ok := heldKind(v.Type())
		switch {
		case !ok:
		case v.Parent() == v.Pkg().Scope():
			c.add(v.Pos(), nil, kind, ir.Global).Exported = c.isImported() && v.Exported()
		default:
			c.add(v.Pos(), nil, kind, ir.Variable)
		}
	}
}

// add enters a place, by the position that SSA has for it.
func (c *census) add(pos token.Pos, n ast.Node, kind model.ObjectKind, holder ir.Holder) *ir.Place {
	p := &ir.Place{Site: siteOf(c.fset, pos, n), Kind: kind, Test: c.test, Holder: holder}
	if f := c.function(); f != "" && holder != ir.Field {
		p.Functions = []string{f}
	}
	c.places[pos] = p
	return p
}

// function is the name of the innermost function around the node that is
// visited; "" if there is none that has a skeleton.
func (c *census) function() string {
	for _, n := range slices.Backward(c.stack) {
		pos := token.NoPos
		switch n := n.(type) {
		case *ast.FuncLit:
			pos = n.Type.Func
		case *ast.FuncDecl:
			return c.functions[n.Name.Pos()]
		case *ast.RangeStmt:
			pos = n.For
		}
		if name := c.functions[pos]; name != "" {
			return name
		}
	}
	return ""
}

// call enters what a call makes, and what it does to something with a name.
func (c *census) call(n *ast.CallExpr) {
	fun := ast.Unparen(n.Fun)
	switch object := c.callee(fun).(type) {
	case *types.Builtin:
		t := c.info.TypeOf(n)
		if object.Name() == "make" && channelType(t) != nil {
			c.made(n.Lparen, n, model.Channel)
		}
		if pointer, ok := t.(*types.Pointer); ok && object.Name() == "new" {
			if kind, ok := heldKind(pointer.Elem()); ok {
				c.made(n.Lparen, n, kind)
			}
		}
	case *types.Func:
		switch name := object.FullName(); {
		case c.declares(object): // it is looked at what that makes
		case name == library.NewCond:
			c.made(n.Lparen, n, model.Cond)
		case name == library.NewSemaphore:
			c.made(n.Lparen, n, model.Channel)
		}
		if s, ok := fun.(*ast.SelectorExpr); ok && object.Signature().Recv() != nil {
			c.operation(n, s)
		}
	}
}

// callee is what an expression that is called names.
func (c *census) callee(fun ast.Expr) types.Object {
	switch fun := fun.(type) {
	case *ast.Ident:
		return c.info.Uses[fun]
	case *ast.SelectorExpr:
		return c.info.Uses[fun.Sel]
	}
	return nil
}

// made enters the value of an expression. In the initialiser of a package-level
// variable it belongs to that.
func (c *census) made(pos token.Pos, n ast.Node, kind model.ObjectKind) {
	holder := ir.Value
	if !c.inFunction() {
		holder = ir.Global
	}
	p := c.add(pos, n, kind, holder)
	p.Dead = len(p.Functions) > 0 && !c.live[pos]
}

func (c *census) inFunction() bool {
	return slices.ContainsFunc(c.stack, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return true
		}
		return false
	})
}

// literal enters a composite literal of which the address is taken: else it is
// the value of something that is declared.
func (c *census) literal(n *ast.CompositeLit) {
	t := c.info.TypeOf(n)
	if pointer, ok := types.Unalias(t).(*types.Pointer); ok {
		t = pointer.Elem() // &T is left out in a literal of several
	} else if above, ok := c.above(1).(*ast.UnaryExpr); !ok || above.Op != token.AND {
		return
	}
	if kind, ok := heldKind(t); ok {
		c.made(n.Lbrace, nil, kind)
	}
}

// operation notes a call of a method of a lock or the like that has a name.
func (c *census) operation(n *ast.CallExpr, method *ast.SelectorExpr) {
	selection := c.info.Selections[method]
	if selection == nil || selection.Kind() != types.MethodVal {
		return
	}
	named := NamedOf(selection.Obj().(*types.Func).Signature().Recv().Type())
	if named == nil {
		return
	}
	if _, ok := heldKind(named); !ok {
		return
	}
	holder, of := c.holder(method, selection)
	if holder == nil {
		return
	}
	c.called[of] = true
	u := c.usesOf(holder)
	u.operations = append(u.operations, ir.Operation{
		Site: c.callSite(n), Text: types.ExprString(method), Function: c.function(),
	})
}

// holder finds the variable or field that a method is selected of, and the
// expression that names it; nil if it has no name.
func (c *census) holder(method *ast.SelectorExpr, selection *types.Selection) (*types.Var, ast.Expr) {
	if path := selection.Index(); len(path) > 1 {
		return embedded(selection.Recv(), path[:len(path)-1]), method
	}
	e := ast.Unparen(method.X)
	for {
		switch x := e.(type) {
		case *ast.IndexExpr:
			e = ast.Unparen(x.X)
			continue
		case *ast.SelectorExpr:
			v, _ := c.info.Uses[x.Sel].(*types.Var)
			return v, x
		case *ast.Ident:
			v, _ := c.info.Uses[x].(*types.Var)
			return v, x
		}
		return nil, nil
	}
}

// embedded is the field at the end of a path of embedded fields.
func embedded(t types.Type, path []int) *types.Var {
	var field *types.Var
	for _, i := range path {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		field = s.Field(i)
		t = field.Type()
	}
	return field
}

// callSite is the place that the actions of a call have.
func (c *census) callSite(n *ast.CallExpr) model.Site {
	switch above := c.above(1).(type) {
	case *ast.DeferStmt:
		return siteOf(c.fset, above.Defer, above)
	case *ast.GoStmt:
		return siteOf(c.fset, above.Go, above)
	}
	return siteOf(c.fset, n.Lparen, n)
}

func (c *census) usesOf(v *types.Var) *uses {
	v = v.Origin()
	if c.uses[v] == nil {
		c.uses[v] = &uses{}
	}
	return c.uses[v]
}

// selection notes that a field is used otherwise than to call a method of it.
func (c *census) selection(n *ast.SelectorExpr) {
	if s := c.info.Selections[n]; s != nil && s.Kind() == types.MethodVal && len(s.Index()) > 1 && !c.called[n] {
		if v := embedded(s.Recv(), s.Index()[:len(s.Index())-1]); v != nil {
			if _, ok := heldKind(v.Type()); ok {
				c.usesOf(v).handled = true // a method of it becomes a value
			}
		}
	}
	if c.called[n] {
		c.called[n.Sel] = true
	}
}

// name notes that a variable or field is used otherwise. To set a field in a
// literal is no use: it is what makes it. Nor is what makes something the locker of a condition
// variable, which does with it what all others know.
func (c *census) name(n *ast.Ident) {
	v, ok := c.info.Uses[n].(*types.Var)
	if !ok || c.called[n] || c.isForCond(n) {
		return
	}
	if pair, ok := c.above(1).(*ast.KeyValueExpr); ok && pair.Key == n && v.IsField() {
		return
	}
	if _, ok := heldKind(v.Type()); ok {
		c.usesOf(v).handled = true
	}
}

// heldKind is what a variable of type t holds, if it is something to communicate
// over that exists as soon as the variable does: channels don't.
func heldKind(t types.Type) (model.ObjectKind, bool) {
	switch u := types.Unalias(t).(type) {
	case *types.Array:
		return heldKind(u.Elem())
	case *types.Slice:
		return heldKind(u.Elem())
	case *types.Named:
		if u.Obj().Pkg() == nil || u.Obj().Pkg().Path() != "sync" {
			return 0, false
		}
		kind, ok := syncKinds[u.Obj().Name()]
		return kind, ok
	}
	return 0, false
}

var syncKinds = map[string]model.ObjectKind{
	"Mutex": model.Mutex, "RWMutex": model.RWMutex, "WaitGroup": model.WaitGroup, "Cond": model.Cond, "Once": model.Once,
}

// list puts the places in order, with how they are used.
func (c *census) list(leaves []model.Site) []ir.Place {
	for v, u := range c.uses {
		if p := c.places[v.Pos()]; p != nil {
			p.Operations, p.Handled = u.operations, u.handled
			for _, o := range u.operations {
				p.Functions = append(p.Functions, o.Function)
			}
		}
	}
	var list []ir.Place
	for pos, p := range c.places {
		p.Copied = c.copied[pos]
		slices.Sort(p.Functions)
		p.Functions = slices.DeleteFunc(slices.Compact(p.Functions), func(f string) bool { return f == "" })
		_, p.Leaf = slices.BinarySearchFunc(leaves, p.Site, model.Site.Compare)
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b ir.Place) int { return a.Site.Compare(b.Site) })
	return list
}
